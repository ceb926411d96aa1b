import type { ArrayPlan } from './arrange.ts';

/** What is filled in for copies; each pattern reads its own part. */
export type ArrayForm = {
  kind: ArrayPlan['kind'];
  counts: Triple;
  /** How far each of a row is from the one before it. */
  step: Triple;
  /** How far the columns, layers and rows of a grid are apart. */
  gaps: Triple;
  radius: number;
  angle: number;
};

/** A number an axis. */
export type Triple = readonly [number, number, number];

/** How much further than a copy is wide the next one begins. */
const GAP = 1.1;
/** What has no size, such as a light, is as far from its copies, in metres. */
const SIZELESS = 1;
/** What is less than this, in metres, is no size. */
const FLAT = 1e-6;
const COPIES = 3;

/**
 * What a form begins with: copies that stand beside each other, whichever pattern is chosen. `size` is that of what is
 * copied, in metres; `factor` is what they are multiplied with to be shown: what is filled in is short where it is read.
 * @param count - how many go around a point
 */
export function firstArray(size: Triple, factor: number, count = COPIES): ArrayForm {
  const largest = Math.max(...size);
  const beside = (length: number) =>
    shortAbove(largest > FLAT ? (length > FLAT ? length : largest) * GAP : SIZELESS, factor);
  const gaps: Triple = [beside(size[0]), beside(size[1]), beside(size[2])];
  // They turn as they go around, so that each may lie across.
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

/** The next longer length that is shown by two digits, or by the three decimals that fields have. */
function shortAbove(metres: number, factor: number): number {
  const shown = metres * factor;
  const step = Math.max(10 ** (Math.floor(Math.log10(shown)) - 1), 1e-3);
  // What is whole but for rounding stays as it is.
  return (Math.ceil(shown / step - 1e-9) * step) / factor;
}

/** The array that a filled form asks for. */
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
