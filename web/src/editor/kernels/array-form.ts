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

/** What a form begins with: copies that stand beside each other, whichever pattern is chosen. */
export const FIRST_ARRAY: ArrayForm = {
  kind: 'linear',
  counts: [3, 1, 3],
  step: [1, 0, 0],
  gaps: [1, 1, 1],
  radius: 2,
  angle: 2 * Math.PI,
};

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
