import * as Y from 'yjs';
import { fieldPath } from '../field-values.ts';
import { isSameJson } from '../json.ts';
import { findNodeDef } from '../nodes/index.ts';
import { overridesPropOf } from '../nodes/kinds.ts';
import { putField, readField, sceneRoots } from '../ydoc.ts';
import { fieldOf, nodeFields } from '../ydoc-fields.ts';
import { generatedId, idWithin, isGeneratedId, sourceIdOf, storedOwnerOf } from './generated-id.ts';

/** Instances whose nodes are edited in their component, by document. */
const edited = new WeakMap<Y.Doc, string>();

/** Writes of nodes within this instance change its component from now on; null ends it. */
export function editWithin(ydoc: Y.Doc, instance: string | null): void {
  if (instance === null) {
    edited.delete(ydoc);
  } else {
    edited.set(ydoc, instance);
  }
}

/** The stored node that writes of a node change, or a generated one whose owner gets an override. */
export function writtenId(ydoc: Y.Doc, id: string): string {
  const within = idWithin(edited.get(ydoc) ?? '', '', id);
  let written = within ?? id;
  while (isGeneratedId(written) && overridden(ydoc, written) === null) {
    // Copies without overrides are all like their source.
    written = withoutOwner(written);
  }
  return written;
}

/** The stored parent of nodes that are put below a node: the component itself for the edited instance. */
export function writtenParent(ydoc: Y.Doc, id: string): string {
  const instance = edited.get(ydoc);
  const map = sceneRoots(ydoc).nodes.get(writtenId(ydoc, id));
  const component = id === instance && map instanceof Y.Map ? map.get('props.component') : null;
  return typeof component === 'string' ? component : storedOwnerOf(writtenId(ydoc, id));
}

/** The node that shows a stored node of the edited component; other nodes as they are. */
export function shownId(ydoc: Y.Doc, id: string): string {
  const instance = edited.get(ydoc);
  return instance === undefined ? id : generatedId(instance, '', id);
}

/** The kind of a node, or of the source of a generated one. */
function defOf(ydoc: Y.Doc, id: string) {
  const map = sceneRoots(ydoc).nodes.get(sourceIdOf(id));
  return map instanceof Y.Map ? findNodeDef(String(map.get('kind'))) : undefined;
}

/**
 * Writes a field of a node, or an override of its owner for a generated one.
 * An override that equals the value of the component is removed.
 */
export function writeNodeField(ydoc: Y.Doc, id: string, key: string, value: unknown): void {
  const { nodes } = sceneRoots(ydoc);
  const written = writtenId(ydoc, id);
  const def = defOf(ydoc, written);
  const field = def && nodeFields(def.kind).fields.get(key);
  const source = nodes.get(sourceIdOf(written));
  if (!field || !(source instanceof Y.Map)) {
    return;
  }
  const next: unknown = field.schema.parse(value);
  if (!isGeneratedId(written)) {
    putField(source, field, next);
    return;
  }
  const at = overridden(ydoc, written);
  const override =
    at && fieldOf(at.table, `${at.set}.${fieldPath({ table: 'nodes', id: at.within, field: key })}`);
  if (override) {
    const isDefault = !isGeneratedId(at.within) && isSameJson(readField(source, field), next);
    putField(at.owner, override, isDefault ? undefined : next);
  }
}

/** The owner that holds overrides of a generated node, null for one without. */
function overridden(ydoc: Y.Doc, id: string) {
  const ownerId = storedOwnerOf(id);
  const owner = sceneRoots(ydoc).nodes.get(ownerId);
  const def = defOf(ydoc, ownerId);
  const prop = def && overridesPropOf(def.kind);
  const within = idWithin(ownerId, '', id);
  return owner instanceof Y.Map && def && prop !== undefined && within !== null
    ? { owner, table: nodeFields(def.kind), set: `props.${prop}`, within }
    : null;
}

function withoutOwner(id: string): string {
  const [, , ...rest] = id.split(':');
  return rest.join(':');
}
