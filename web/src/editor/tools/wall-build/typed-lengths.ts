import { typeLength } from '../typed-length.ts';

/** The sides of a room; a wall has but the first. */
export const SIDES = ['first', 'second'] as const;
export type Side = (typeof SIDES)[number];

/** What was typed as lengths: `typed` is what keys go to, the length of `side`, and `kept` that of a room's other side. */
export type TypedLengths = { side: Side; typed: string | null; kept: string | null };

export const NOTHING_TYPED: TypedLengths = { side: 'first', typed: null, kept: null };

/** What was typed as the length of a side. */
export function typedOf({ side, typed, kept }: TypedLengths, of: Side): string | null {
  return side === of ? typed : kept;
}

/** Whether nothing was typed. */
export function isBlank({ typed, kept }: TypedLengths): boolean {
  return typed === null && kept === null;
}

/**
 * What a key makes of typed lengths; null for a key that is no part of one. Tab leads from one side of a
 * room to the other once there is one.
 */
export function typeKey(lengths: TypedLengths, key: string, isRoom: boolean): TypedLengths | null {
  const { side, typed, kept } = lengths;
  if (key === 'Tab') {
    const other = side === 'first' ? ('second' as const) : ('first' as const);
    return isRoom && !isBlank(lengths) ? { side: other, typed: kept, kept: typed } : null;
  }
  const next = typeLength(typed, key);
  return next === undefined ? null : { ...lengths, typed: next };
}
