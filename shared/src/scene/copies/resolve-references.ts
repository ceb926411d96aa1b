import type { SceneDocument } from '../document.ts';
import { fieldPath, parseFieldPath } from '../field-values.ts';
import { ownMember } from '../json.ts';
import { idInCopy, isGeneratedId, ownerOf, sourceIdOf } from './generated-id.ts';

/** Nodes with those that others generate. */
type Shown = Pick<SceneDocument, 'nodes'>;

/**
 * Resolves an id beside another node: its copy in the nearest instance, otherwise the stored node.
 */
export function resolveNodeId({ nodes }: Shown, origin: string | null, id: string): string {
  for (let owner = origin; owner !== null; owner = ownerOf(owner)) {
    const copy = idInCopy(owner, '', id);
    if (ownMember(nodes, copy)) {
      return copy;
    }
  }
  return id;
}

/**
 * The id of a set of values, such as a state, beside a node: `<instance>::<set>` for the nearest instance that has copies
 * of nodes in the set, otherwise the id itself.
 */
export function resolveSetId(
  { nodes }: Shown,
  origin: string | null,
  { id, paths }: { id: string; paths: readonly string[] },
): string {
  const named = paths.flatMap((path) => {
    const place = parseFieldPath(path);
    return place?.table === 'nodes' ? [place.id] : [];
  });
  for (let owner = origin; owner !== null; owner = ownerOf(owner)) {
    const around = owner;
    if (named.some((node) => ownMember(nodes, idInCopy(around, '', node)))) {
      return idInCopy(owner, '', id);
    }
  }
  return id;
}

/**
 * Resolves a path in a set of values for an id of {@link resolveSetId}.
 * @returns the path of the field in the nearest instance, or of the node itself. Null for a node that is not
 * shown: the value would change every instance of its component.
 */
export function resolveFieldPath(shown: Shown, set: string, path: string): string | null {
  const owner = ownerOf(set);
  const place = owner === null ? null : parseFieldPath(path);
  if (place?.table !== 'nodes') {
    return path;
  }
  const id = resolveNodeId(shown, owner, place.id);
  return ownMember(shown.nodes, id) ? fieldPath({ ...place, id }) : null;
}

/** All generated nodes by source. */
export function copiesBySource({ nodes }: Shown): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(Object.keys(nodes).filter(isGeneratedId), sourceIdOf);
}
