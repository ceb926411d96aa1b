import type { PlanPoint } from '../plan.ts';

/** Side of a grid cell of a plan, in metres: little more than the thickness of walls. */
const CELL = 0.5;
/**
 * Maximum number of cells of one outline. Larger ones get no names, as they would match most of their
 * surroundings.
 */
const MAX = 600;

/** Names of the grid cells that a convex outline covers; overlapping outlines share at least one. */
export function cellsUnder(outline: readonly PlanPoint[]): string[] {
  const [low, high] = rangeOf(outline.map(([x]) => x));
  const [below, above] = rangeOf(outline.map(([, z]) => z));
  if (!(high - low < MAX && above - below < MAX)) {
    return [];
  }
  const cells: string[] = [];
  for (let column = low; column <= high; column += 1) {
    const [from, to] = rangeOf(within(outline, column * CELL, (column + 1) * CELL));
    for (let row = from; row <= to; row += 1) {
      cells.push(`${column}:${row}`);
    }
    if (cells.length > MAX) {
      return [];
    }
  }
  return cells;
}

/** First and last cell of a range of values. */
function rangeOf(values: readonly number[]): [first: number, last: number] {
  return [Math.floor(Math.min(...values) / CELL), Math.floor(Math.max(...values) / CELL)];
}

/** Z coordinates of an outline's corners and sides between two values of X. */
function within(outline: readonly PlanPoint[], low: number, high: number): number[] {
  return outline.flatMap(([x, z], i) => {
    const [toX, toZ] = outline[(i + 1) % outline.length] ?? [x, z];
    const at = (edge: number) =>
      edge > Math.min(x, toX) && edge < Math.max(x, toX) ? [z + ((toZ - z) * (edge - x)) / (toX - x)] : [];
    return [...(x >= low && x <= high ? [z] : []), ...at(low), ...at(high)];
  });
}
