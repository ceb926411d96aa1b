import { tourOf } from './annotations.ts';
import type { SceneDocument } from './document.ts';
import { placeSiblings } from './sibling-order.ts';

/**
 * New `order` of copied annotations, and of those that have to make room: each copy follows its original, or
 * is last when that is not in the scene.
 * @param copies - original id by copy id; copies of one original in the desired order
 */
export function placeCopies(
  document: Pick<SceneDocument, 'nodes'>,
  copies: ReadonlyMap<string, string>,
): Map<string, string> {
  const stops = tourOf(document).map(({ id, node }) => ({ id, index: node.props.order }));
  const tour = stops.filter(({ id }) => !copies.has(id));
  const isHere = new Set(tour.map(({ id }) => id));
  const orders = new Map<string, string>();
  const insert = (at: number, ids: readonly string[]) => {
    const { placed, moved } = placeSiblings(tour, at, ids.length);
    const changed = [...ids.map((id, i) => ({ id, index: placed[i] ?? '' })), ...moved];
    tour.splice(at, moved.length, ...changed);
    for (const { id, index } of changed) {
      orders.set(id, index);
    }
  };
  const copiesOf = Map.groupBy(copies.keys(), (id) => copies.get(id));
  for (let at = 1; at <= tour.length; at += 1) {
    const ids = copiesOf.get(tour[at - 1]?.id) ?? [];
    if (ids.length > 0) {
      insert(at, ids);
      at += ids.length;
    }
  }
  const strange = stops.filter(({ id }) => copies.has(id) && !isHere.has(copies.get(id) ?? ''));
  insert(
    tour.length,
    strange.map(({ id }) => id),
  );
  return orders;
}
