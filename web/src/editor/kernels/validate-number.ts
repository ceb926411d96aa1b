import type { NumberRange } from '@diorama/shared/scene/nodes/define.ts';

/**
 * Why a typed number was rejected or adjusted: unreadable, not positive, below or above the range, or not
 * fitting.
 */
export type NumberFault = 'unreadable' | 'positive' | 'few' | 'many' | 'unfit';

/** Smallest adjustment that is reported, in the stored unit; less is rounding. */
const NOTABLE = 1e-5;

/**
 * Validates a typed number. Returns null if rejected, and the fault.
 * @param fit - returns the nearest valid number
 */
export function validateNumber(
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

/** Nearest number within a range. */
export function withinRange(value: number, { unit, min, max, leastSize = 0 }: NumberRange): number {
  const within = Math.min(Math.max(unit === 'count' ? Math.round(value) : value, min), max);
  return Math.abs(within) < leastSize ? (within < 0 ? -leastSize : leastSize) : within;
}
