import type { ArrayPlan } from './arrange.ts';

/** Form values for copies; each pattern reads its part. */
export type ArrayForm = {
  kind: ArrayPlan['kind'];
  counts: Triple;
  /** Distance between neighbours of a row. */
  step: Triple;
  /** Distances between columns, layers and rows of a grid. */
  gaps: Triple;
  radius: number;
  angle: number;
};

/** One number per axis. */
export type Triple = readonly [number, number, number];

/** Distance between copies, relative to their width. */
const GAP = 1.1;
/** Distance between copies of nodes without a size, such as lights, in metres. */
const SIZELESS = 1;
/** Smaller dimensions, in metres, count as no size. */
const FLAT = 1e-6;
const COPIES = 3;

/**
 * Initial values of the form: adjacent copies for each pattern. `size` is that of the selection in metres.
 * `factor` converts to the displayed unit, in which values are rounded.
 * @param count - number of copies around a point
 */
export function firstArray(size: Triple, factor: number, count = COPIES): ArrayForm {
  const largest = Math.max(...size);
  const beside = (length: number) =>
    shortAbove(largest > FLAT ? (length > FLAT ? length : largest) * GAP : SIZELESS, factor);
  const gaps: Triple = [beside(size[0]), beside(size[1]), beside(size[2])];
  // Copies turn around the point, so each may be placed diagonally.
  const across = largest > FLAT ? Math.hypot(size[0], size[2]) || largest : SIZELESS;
  const radius = (across * GAP) / (2 * Math.sin(Math.PI / Math.max(count, 2)));
  return {
    kind: 'linear',
    counts: [count, 1, COPIES],
    step: [gaps[0], 0, 0],
    gaps,
    radius: shortAbove(radius, factor),
    angle: 2 * Math.PI,
  };
}

/** Next longer length with two significant digits, or with the three decimals of fields. */
function shortAbove(metres: number, factor: number): number {
  const shown = metres * factor;
  const step = Math.max(10 ** (Math.floor(Math.log10(shown)) - 1), 1e-3);
  // Tolerates rounding errors of whole steps.
  return (Math.ceil(shown / step - 1e-9) * step) / factor;
}

export function arrayPlanOf({ kind, counts, step, gaps, radius, angle }: ArrayForm): ArrayPlan {
  const [count] = counts;
  switch (kind) {
    case 'linear':
      return { kind, count, step };
    case 'grid':
      return { kind, counts, step: gaps };
    case 'radial':
      return { kind, count, radius, angle };
  }
}
