import { typeLength } from '../../../tools/typed-length.ts';

/** Sides of a room; a single wall has only the first. */
export const LENGTH_SIDES = ['first', 'second'] as const;
export type LengthSide = (typeof LENGTH_SIDES)[number];

/** Typed lengths: `typed` receives keys and belongs to `side`; `kept` is that of the room's other side. */
export type TypedLengths = { side: LengthSide; typed: string | null; kept: string | null };

export const NOTHING_TYPED: TypedLengths = { side: 'first', typed: null, kept: null };

/** Typed length of a side. */
export function typedOf({ side, typed, kept }: TypedLengths, of: LengthSide): string | null {
  return side === of ? typed : kept;
}

/** Whether nothing is typed. */
export function isBlank({ typed, kept }: TypedLengths): boolean {
  return typed === null && kept === null;
}

/**
 * Typed lengths after a key; null for a key that is not part of a length. In a room, Tab switches
 * sides once a length is typed.
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
