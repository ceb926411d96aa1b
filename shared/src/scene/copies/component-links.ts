import { checksumOf } from '../checksum.ts';
import { NODE_DEFAULTS } from '../defaults.ts';
import type { SceneNode } from '../document.ts';
import { type Closure, type LibraryLink, linkOf } from './component-closure.ts';
import { ownRows, type PartsOfScene, type RowIndex, rowIds } from './component-rows.ts';

/** A scene whose hierarchy is resolved. */
export type Source = { scene: PartsOfScene; closure: Closure; index: RowIndex };

/** A node with this link to a library, if it is a component; components of a content have no parent. */
export function withLink(node: SceneNode, library: LibraryLink | null): SceneNode {
  return node.kind === 'component'
    ? { ...node, parent: null, index: NODE_DEFAULTS.index, props: { ...node.props, library } }
    : node;
}

/** The link of a component after its parts got other ids. */
export function linkWithin(
  source: Source & { id: string },
  rename: (id: string) => string,
): LibraryLink | null {
  const link = linkOf(source.scene.nodes[source.id]);
  const parts = link && partsByKey(source, source.id, link);
  return parts && { ...link, ids: differing(parts.map(([key, part]) => [key, rename(part)])) };
}

/** The nodes and rows of a component from a library, by their keys there. */
export function partsByKey(
  { scene, closure, index }: Source,
  id: string,
  { ids }: LibraryLink,
): [key: string, id: string][] {
  const keys = new Map(Object.entries(ids).map(([key, one]) => [one, key]));
  const own = closure([id], (one) => linkOf(scene.nodes[one]) === null);
  const rows = ownRows(scene, new Set(closure([id], () => true)), new Set(own), index);
  return [...own, ...rowIds(rows)].map((part) => [keys.get(part) ?? part, part]);
}

/** Ids by key, where they differ. */
export function differing(ids: Iterable<readonly [key: string, id: string]>): LibraryLink['ids'] {
  return Object.fromEntries([...ids].filter(([key, id]) => key !== id));
}

/** An id that follows from a seed, the same for everybody. */
export function freeId(seed: readonly string[], isFree: (id: string) => boolean): string {
  for (let n = 0; ; n += 1) {
    const id = checksumOf([...seed, n]);
    if (isFree(id)) {
      return id;
    }
  }
}
