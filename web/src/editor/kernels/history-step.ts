import { changesOf, type NodeChange } from '@diorama/shared/scene/diff.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import type { SceneChange } from '@diorama/shared/scene/live-document.ts';

/** Description of a history step: kind of change, number of nodes, and name of the first. */
export type HistoryStep = {
  did: 'added' | 'removed' | 'restored' | NodeChange | 'style' | 'scene';
  count: number;
  name: string;
};

/** Describes an edit by the nodes that it touched. */
export function describeStep(before: SceneDocument, after: SceneDocument, change: SceneChange): HistoryStep {
  const ids = [...change.nodes];
  const added = ids.filter((id) => !before.nodes[id] && after.nodes[id]);
  const removed = ids.filter((id) => before.nodes[id] && !after.nodes[id]);
  if (added.length > 0) {
    return { did: 'added', count: added.length, name: nameIn(after, added) };
  }
  if (removed.length > 0) {
    return { did: 'removed', count: removed.length, name: nameIn(before, removed) };
  }
  const changed = ids.flatMap((id) => {
    const [earlier, later] = [before.nodes[id], after.nodes[id]];
    const [what] = earlier && later ? changesOf(earlier, later, new Set()) : [];
    return what ? [{ id, what }] : [];
  });
  const [first] = changed;
  if (first) {
    return { did: first.what, count: changed.length, name: nameIn(after, [first.id]) };
  }
  const [material] = change.materials;
  return material === undefined
    ? { did: 'scene', count: 1, name: '' }
    : { did: 'style', count: 1, name: (after.materials[material] ?? before.materials[material])?.name ?? '' };
}

function nameIn({ nodes }: SceneDocument, ids: readonly string[]): string {
  const outermost = ids.find((id) => !ids.includes(nodes[id]?.parent ?? '')) ?? ids[0];
  return outermost === undefined ? '' : (nodes[outermost]?.name ?? '');
}
