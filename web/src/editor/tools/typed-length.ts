import { type LengthUnit, quantityOf, readQuantity } from '../../scene/measure/quantity.ts';

/** What can be part of a length: numbers, units and sums, and the space before a fraction. */
const TYPED = /^[0-9a-z.,'"+\-*/() ]$/i;
const FIRST_TYPED = /^[0-9.,]$/;
const LONGEST_TYPED = 16;

/**
 * What a key makes of a length that is typed, where nothing was typed yet null; undefined for a key that is no part of
 * one. The first digit opens a length.
 */
export function typeLength(typed: string | null, key: string): string | null | undefined {
  if (key === 'Backspace') {
    return typed === null || typed.length <= 1 ? null : typed.slice(0, -1);
  }
  if (!(typed === null ? FIRST_TYPED : TYPED).test(key)) {
    return undefined;
  }
  // One that is held repeats itself.
  const isRoom = (typed ?? '').length < LONGEST_TYPED && !(key === ' ' && typed?.endsWith(key));
  return isRoom ? (typed ?? '') + key : typed;
}

/** The length that was typed, in metres; null for what is none, and for one beyond its bounds, which are in metres too. */
export function readLength(
  typed: string,
  { unit, shortest, longest }: { unit: LengthUnit; shortest: number; longest: number },
): number | null {
  const length = readQuantity(typed, quantityOf('metres', unit));
  return length !== null && length >= shortest && length <= longest ? length : null;
}
