import type { NumberRange } from '@diorama/shared/scene/nodes/define.ts';

/** Why a number is not taken as it was typed: it is none, has no size, goes beyond the least or the most, or does not fit what is there. */
export type NumberFault = 'unreadable' | 'positive' | 'few' | 'many' | 'unfit';

/** A fit is told of when it is further off than this, in the stored unit: less is rounding. */
const NOTABLE = 1e-5;

/**
 * What a field takes of a number that was typed, null for nothing, and what is wrong with it.
 * @param fit - the nearest number that fits what is there
 */
export function judgeNumber(
  read: number | null,
  range: NumberRange,
  fit: (value: number) => number = (value) => value,
): { value: number | null; fault: NumberFault | null } {
  if (read === null) {
    return { value: null, fault: 'unreadable' };
  }
  if ((read <= 0 && range.min > 0) || Math.abs(read) < (range.leastSize ?? 0)) {
    return { value: null, fault: 'positive' };
  }
  const within = withinRange(read, range);
  const value = fit(within);
  if (Math.abs(value - within) > NOTABLE) {
    return { value, fault: 'unfit' };
  }
  const fault = read < range.min ? 'few' : read > range.max ? 'many' : null;
  return { value, fault };
}

/** The number of a range that is nearest. */
export function withinRange(value: number, { unit, min, max, leastSize = 0 }: NumberRange): number {
  const within = Math.min(Math.max(unit === 'count' ? Math.round(value) : value, min), max);
  return Math.abs(within) < leastSize ? (within < 0 ? -leastSize : leastSize) : within;
}
