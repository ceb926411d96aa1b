import { compareSiblings } from './compare-siblings.ts';
import type { NodeOf, SceneDocument } from './document.ts';

/** An annotation as a stop of the tour, numbered from 1. */
export type TourStop = { id: string; number: number; node: NodeOf<'annotation'> };

/** The annotations of a scene in the order of the tour. */
export function tourOf({ nodes }: Pick<SceneDocument, 'nodes'>): TourStop[] {
  const found: [string, NodeOf<'annotation'>][] = [];
  for (const [id, node] of Object.entries(nodes)) {
    if (node.kind === 'annotation') {
      found.push([id, node]);
    }
  }
  return found
    .sort(([a, one], [b, other]) =>
      compareSiblings({ id: a, index: one.props.order }, { id: b, index: other.props.order }),
    )
    .map(([id, node], i) => ({ id, number: i + 1, node }));
}
