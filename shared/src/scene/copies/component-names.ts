import type { SceneDocument, SceneNode } from '../document.ts';
import { type FieldValues, fieldPath, parseFieldPath, withFieldValue } from '../field-values.ts';
import { fitsNode } from '../fits-field.ts';
import { isRecord, ownMember } from '../json.ts';
import { materialIdsOf, withMaterials, withRenamed } from '../nodes/kinds.ts';
import { renamedAlong, sourceIdOf } from './generated-id.ts';

type Nodes = SceneDocument['nodes'];
type Rename = (id: string) => string;
type RenameMaterial = (id: string) => string | undefined;

/** Materials that nodes, their overrides and other sets of values name. */
export function materialsUsedBy(
  nodes: readonly (SceneNode | undefined)[],
  sets: readonly FieldValues[] = [],
): string[] {
  const overrides = nodes.flatMap((node) => (node?.kind === 'instance' ? [node.props.values] : []));
  const named = [...overrides, ...sets].flatMap((values) =>
    Object.entries(values).flatMap(([path, value]) =>
      /[/.]materials?(\.|$)/.test(path) ? textsIn(value) : [],
    ),
  );
  return [...new Set([...nodes.flatMap((node) => (node ? materialIdsOf(node) : [])), ...named])];
}

/** The texts in a value of JSON. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * A node with other ids of nodes and materials, also in its overrides.
 * @param nodes - the nodes that it overrides, with their old ids
 * @param renameMaterial - without a new id for a material, nodes lose it
 */
export function renamed(
  node: SceneNode,
  nodes: Nodes,
  rename: Rename,
  renameMaterial: RenameMaterial = rename,
): SceneNode {
  const named = withReferences(node, rename, renameMaterial);
  if (named.kind !== 'instance') {
    return named;
  }
  const values = renamedValues(named.props.values, nodes, rename, renameMaterial);
  return { ...named, props: { ...named.props, values } };
}

/**
 * A set of values with other ids of nodes and materials.
 * @param nodes - the nodes that it changes, with their old ids
 */
export function renamedValues(
  values: FieldValues,
  nodes: Nodes,
  rename: Rename,
  renameMaterial: RenameMaterial = rename,
): Record<string, unknown> {
  const entries = Object.entries(values).map(([path, value]) => {
    const place = parseFieldPath(path);
    if (place === null || place.table === 'scene') {
      return [path, value] as const;
    }
    const target = place.table === 'nodes' ? ownMember(nodes, sourceIdOf(place.id)) : undefined;
    const names = { rename, renameMaterial };
    const next = target ? renamedValue(target, { field: place.field, value, ...names }) : value;
    const isMaterial = place.table === 'materials';
    const nameOf = isMaterial ? (id: string) => renameMaterial(id) ?? id : rename;
    return [fieldPath({ ...place, id: renamedAlong(place.id, nameOf) }), next] as const;
  });
  return Object.fromEntries(entries);
}

/** A node with other ids of its parent, its materials and the nodes that its props reference. */
function withReferences(node: SceneNode, rename: Rename, renameMaterial: RenameMaterial): SceneNode {
  const parent = node.parent === null ? null : rename(node.parent);
  return { ...withMaterials(withRenamed(node, rename), renameMaterial), parent };
}

/** The value of a node's field with other ids, if the field holds references. */
export function renamedValue(
  target: SceneNode,
  {
    field,
    value,
    rename,
    renameMaterial = rename,
  }: { field: string; value: unknown; rename: Rename; renameMaterial?: RenameMaterial },
): unknown {
  if (!fitsNode(target, field, value)) {
    return value;
  }
  const written = withReferences(withFieldValue(target, field, value), rename, renameMaterial);
  const next = field
    .split('.')
    .reduce<unknown>((holder, step) => (isRecord(holder) ? ownMember(holder, step) : undefined), written);
  return next === undefined ? value : next;
}
