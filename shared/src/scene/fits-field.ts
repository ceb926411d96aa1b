import { sourceIdOf } from './copies/generated-id.ts';
import type { SceneDocument, SceneNode } from './document.ts';
import type { FieldPlace } from './field-values.ts';
import { ownMember } from './json.ts';
import { privatePropOf } from './nodes/kinds.ts';
import { isTranslatable, textInSet } from './translations/translations.ts';
import { fieldOf, nodeFields, sceneFields, tableFields } from './ydoc-fields.ts';

/** Fields of a node that define its kind and its place in the tree. Sets of values cannot change them. */
const STRUCTURE: ReadonlySet<string> = new Set(['kind', 'parent', 'index', 'locked']);

/** Whether a set of values may change a field. */
export function isSettable(place: FieldPlace): boolean {
  switch (place.table) {
    case 'nodes':
      return !STRUCTURE.has(place.field);
    case 'scene':
      return place.field !== 'version' && place.field !== 'unit';
    default:
      return place.table === 'materials';
  }
}

/** Whether a value may be at a place of this document: the row exists, and the value is valid for its field. */
export function fitsField(document: SceneDocument, place: FieldPlace, value: unknown): boolean {
  const node = place.table === 'nodes' ? ownMember(document.nodes, sourceIdOf(place.id)) : undefined;
  if (node) {
    return fitsNode(node, place.field, value);
  }
  const field = isSettable(place) ? fieldAt(document, place) : undefined;
  return field?.schema.safeParse(value).success === true;
}

/** Whether a set of values may give a value to a field of this node. */
export function fitsNode(node: SceneNode, field: string, value: unknown): boolean {
  const isValid = fieldOf(nodeFields(node.kind), field)?.schema.safeParse(value).success === true;
  const isPrivate = field === `props.${privatePropOf(node.kind)}`;
  return isValid && !isPrivate && isSettable({ table: 'nodes', id: '', field });
}

/** Whether a translation may have a text for a field of this document. */
export function fitsText(document: SceneDocument, place: FieldPlace, text: unknown): boolean {
  const inSet = textInSet(place);
  const isInRow = inSet && Object.hasOwn(document[inSet.table], inSet.id);
  const field =
    isTranslatable(place) && isInRow !== false ? fieldAt(document, inSet?.place ?? place) : undefined;
  return typeof text === 'string' && field?.schema.safeParse(text).success === true;
}

function fieldAt(document: SceneDocument, place: FieldPlace) {
  if (place.table === 'scene') {
    return fieldOf(sceneFields, place.field);
  }
  if (place.table === 'nodes') {
    const node = ownMember(document.nodes, sourceIdOf(place.id));
    return node && fieldOf(nodeFields(node.kind), place.field);
  }
  const isThere = Object.hasOwn(document[place.table], place.id);
  return isThere ? fieldOf(tableFields[place.table], place.field) : undefined;
}
