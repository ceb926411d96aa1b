import type { NumberRange } from '@diorama/shared/scene/nodes/define.ts';

/** Why a number is not taken as it was typed: it is none, has no size, or goes beyond the least or the most. */
export type NumberFault = 'unreadable' | 'positive' | 'few' | 'many';

/** What a field takes of a number that was typed, null for nothing, and what is wrong with it. */
export function judgeNumber(
  read: number | null,
  range: NumberRange,
): { value: number | null; fault: NumberFault | null } {
  if (read === null) {
    return { value: null, fault: 'unreadable' };
  }
  if (read <= 0 && range.min > 0) {
    return { value: null, fault: 'positive' };
  }
  const fault = read < range.min ? 'few' : read > range.max ? 'many' : null;
  return { value: withinRange(read, range), fault };
}

/** The number of a range that is nearest. */
export function withinRange(value: number, { unit, min, max }: NumberRange): number {
  return Math.min(Math.max(unit === 'count' ? Math.round(value) : value, min), max);
}
