import type { PlanPoint } from '../plan.ts';

/** How wide a cell of a plan is, in metres: little more than walls are thick. */
const CELL = 0.5;
/** What covers more cells names none: it is too large to be told from what is around it. */
const MOST = 600;

/** Names for the cells of a plan that a convex outline reaches into: outlines that overlap share one. */
export function cellsUnder(outline: readonly PlanPoint[]): string[] {
  const [low, high] = rangeOf(outline.map(([x]) => x));
  const [below, above] = rangeOf(outline.map(([, z]) => z));
  if (!(high - low < MOST && above - below < MOST)) {
    return [];
  }
  const cells: string[] = [];
  for (let column = low; column <= high; column += 1) {
    const [from, to] = rangeOf(within(outline, column * CELL, (column + 1) * CELL));
    for (let row = from; row <= to; row += 1) {
      cells.push(`${column}:${row}`);
    }
    if (cells.length > MOST) {
      return [];
    }
  }
  return cells;
}

/** The first and the last cell of what lies between values. */
function rangeOf(values: readonly number[]): [first: number, last: number] {
  return [Math.floor(Math.min(...values) / CELL), Math.floor(Math.max(...values) / CELL)];
}

/** Where the corners and sides of an outline lie along Z between two values of X. */
function within(outline: readonly PlanPoint[], low: number, high: number): number[] {
  return outline.flatMap(([x, z], i) => {
    const [toX, toZ] = outline[(i + 1) % outline.length] ?? [x, z];
    const at = (edge: number) =>
      edge > Math.min(x, toX) && edge < Math.max(x, toX) ? [z + ((toZ - z) * (edge - x)) / (toX - x)] : [];
    return [...(x >= low && x <= high ? [z] : []), ...at(low), ...at(high)];
  });
}
