import { type LengthUnit, quantityOf, readQuantity } from '../../scene/measure/quantity.ts';

/** Characters of a length: numbers, units and sums, and the space before a fraction. */
const TYPED = /^[0-9a-z.,'"+\-*/() ]$/i;
const FIRST_TYPED = /^[0-9.,]$/;
const LONGEST_TYPED = 16;

/**
 * Typed length after a key, null if empty; undefined for a key that is not part of a length. The first
 * digit starts a length.
 */
export function typeLength(typed: string | null, key: string): string | null | undefined {
  if (key === 'Backspace') {
    return typed === null || typed.length <= 1 ? null : typed.slice(0, -1);
  }
  if (!(typed === null ? FIRST_TYPED : TYPED).test(key)) {
    return undefined;
  }
  // Ignores the repetition of a held space key.
  const isRoom = (typed ?? '').length < LONGEST_TYPED && !(key === ' ' && typed?.endsWith(key));
  return isRoom ? (typed ?? '') + key : typed;
}

/** Typed length in metres; null if invalid or outside its bounds, which are in metres too. */
export function readLength(
  typed: string,
  { unit, shortest, longest }: { unit: LengthUnit; shortest: number; longest: number },
): number | null {
  const length = readQuantity(typed, quantityOf('metres', unit));
  return length !== null && length >= shortest && length <= longest ? length : null;
}
