import { idInCopy } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { type FieldPlace, fieldPath, parseFieldPath, valueIn } from '@diorama/shared/scene/field-values.ts';
import { isSettable } from '@diorama/shared/scene/fits-field.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { overridesPropOf } from '@diorama/shared/scene/nodes/kinds.ts';
import {
  noChange,
  type SceneChange,
  TABLE_NAMES,
  type TableName,
  type TouchedIds,
} from '@diorama/shared/scene/scene-change.ts';
import {
  type Field,
  fieldsIn,
  nodeFields,
  sceneFields,
  tableFields,
  valueAt,
} from '@diorama/shared/scene/ydoc-fields.ts';

/** Writes of one edit while a set of field values is recorded. */
export type CapturedEdit = {
  /** Values of the set by path; undefined for those that it no longer changes. */
  values: Map<string, unknown>;
  /** The scene's own rows and fields that the edit changed all the same, with their new values. */
  document: SceneDocument;
  change: SceneChange;
};

type Edit = {
  /** The scene as it is shown, before and after the edit. */
  before: SceneDocument;
  after: SceneDocument;
  change: SceneChange;
  /** The scene as it would be shown without the set. */
  below: SceneDocument;
  /** The scene itself. */
  base: SceneDocument;
};

const TRANSFORM: readonly string[] = ['position', 'rotation', 'scale'];

/**
 * Divides an edit into values of the recorded set and changes of the stored document. Values that equal those without
 * the set are removed from it. An added node is hidden in the document and shown by the set.
 * A removed node is hidden by the set. All sets share one tree, so a move to another parent also moves
 * the stored node. Nodes of an edit that rearranges the tree are not hidden.
 */
export function captureValues(edit: Edit): CapturedEdit {
  const captured: Captured = {
    values: new Map(),
    own: structuredCloneOf(edit.base),
    touched: noChange(),
    isRearranged: isRearranged(edit),
  };
  for (const id of edit.change.nodes) {
    captureNode(captured, edit, id);
  }
  for (const name of TABLE_NAMES) {
    for (const id of edit.change[name]) {
      captureRow(captured, edit, name, id);
    }
  }
  const { before, after, change, below } = edit;
  for (const field of change.scene ? changedFields(sceneFields, before, after) : []) {
    const place: FieldPlace = { table: 'scene', field: field.key };
    if (isSettable(place)) {
      record(captured, place, valueAt(below, field), valueAt(after, field));
    }
  }
  const { values, own, touched } = captured;
  const scene = before.unit !== after.unit;
  return { values, document: { ...own, unit: scene ? after.unit : own.unit }, change: { ...touched, scene } };
}

type Captured = {
  values: Map<string, unknown>;
  own: SceneDocument;
  touched: TouchedIds;
  isRearranged: boolean;
};

/**
 * Whether existing nodes get an added parent or another kind, as when they are grouped or detached.
 * The added nodes then hold what other sets show as well.
 */
function isRearranged({ before, after, change }: Edit): boolean {
  return [...change.nodes].some((id) => {
    const [was, is] = [before.nodes[id], after.nodes[id]];
    return (
      was && is && (was.kind !== is.kind || (is.parent !== null && before.nodes[is.parent] === undefined))
    );
  });
}

function record({ values }: Captured, place: FieldPlace, from: unknown, to: unknown): void {
  values.set(fieldPath(place), isSameJson(from, to) ? undefined : to);
}

function captureNode(captured: Captured, edit: Edit, id: string): void {
  const { before, after, change, below } = edit;
  const { values, own, touched } = captured;
  const [was, is] = [before.nodes[id], after.nodes[id]];
  const visible: FieldPlace = { table: 'nodes', id, field: 'visible' };
  if (was && is) {
    captureFields(captured, edit, { id, was, is });
  } else if (is) {
    const isOutermost =
      is.parent === null || !change.nodes.has(is.parent) || before.nodes[is.parent] !== undefined;
    const isHidden = isOutermost && !captured.isRearranged;
    own.nodes[id] = isHidden ? { ...is, visible: false } : is;
    touched.nodes.add(id);
    if (isHidden) {
      values.set(fieldPath(visible), true);
    }
  } else if (was && (was.parent === null || after.nodes[was.parent] || !before.nodes[was.parent])) {
    record(captured, visible, below.nodes[id]?.visible, false);
  }
}

function captureFields(
  captured: Captured,
  { below, after }: Edit,
  { id, was, is }: { id: string; was: SceneNode; is: SceneNode },
): void {
  const { values, own, touched } = captured;
  const isMoved = was.parent !== is.parent;
  for (const field of changedFields(nodeFields(is.kind), was, is)) {
    const inCopy = was.kind === is.kind ? placeOfOverride(id, is, field) : null;
    if (inCopy) {
      // Without an override, the value of the component holds.
      const inherited = valueIn(after, field.name);
      const [from = inherited, to = inherited] = [below.nodes[id], is].map((one) => valueAt(one, field));
      record(captured, inCopy, from, to);
      continue;
    }
    const place: FieldPlace = { table: 'nodes', id, field: field.key };
    const isPlacement = isMoved && TRANSFORM.includes(field.key);
    if (isSettable(place) && was.kind === is.kind && !isPlacement) {
      record(captured, place, below.nodes[id] && valueAt(below.nodes[id], field), valueAt(is, field));
      continue;
    }
    own.nodes[id] = withField(own.nodes[id] ?? is, field, valueAt(is, field));
    touched.nodes.add(id);
    if (isPlacement) {
      values.set(fieldPath(place), undefined);
    }
  }
}

/** The field of a generated node of which a field of its owner is an override; null for other fields. */
function placeOfOverride(owner: string, node: SceneNode, field: Field): FieldPlace | null {
  const prop = overridesPropOf(node.kind);
  const place = prop !== undefined && field.key.startsWith(`props.${prop}.`) && parseFieldPath(field.name);
  return place && place.table === 'nodes' ? { ...place, id: idInCopy(owner, '', place.id) } : null;
}

/** Only existing materials are recorded; other rows belong to the document in any case. */
function captureRow(captured: Captured, edit: Edit, name: TableName, id: string): void {
  const { before, after, below } = edit;
  const { own, touched } = captured;
  const [was, is] = [before[name][id], after[name][id]];
  if (name === 'materials' && was !== undefined) {
    for (const field of is ? changedFields(tableFields[name], was, is) : []) {
      const place: FieldPlace = { table: name, id, field: field.key };
      record(captured, place, valueAt(below[name][id], field), valueAt(is, field));
    }
    return;
  }
  touched[name].add(id);
  Object.assign(own[name], { [id]: is });
  if (!is) {
    delete own[name][id];
  }
}

function changedFields(table: Parameters<typeof fieldsIn>[0], was: object, is: object): Field[] {
  return [...fieldsIn(table, was, is)].filter(
    (field) => !isSameJson(valueAt(was, field), valueAt(is, field)),
  );
}

function withField(node: SceneNode, field: Field, value: unknown): SceneNode {
  const [group] = field.within;
  // The value was valid for this field of a node of this kind.
  return (
    group === undefined
      ? { ...node, [field.name]: value }
      : { ...node, [group]: { ...Reflect.get(node, group), [field.name]: value } }
  ) as SceneNode;
}

/** The document with records that may be changed; rows are shared. */
function structuredCloneOf(document: SceneDocument): SceneDocument {
  const tables = TABLE_NAMES.map((name) => [name, { ...document[name] }] as const);
  return { ...document, ...Object.fromEntries(tables), nodes: { ...document.nodes } };
}
