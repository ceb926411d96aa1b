import type { PropsOf } from '@diorama/shared/scene/nodes/props.ts';

/** Distance between copies, relative to their width. */
const GAP = 1.1;
/** Distance between copies of nodes without a size, such as lights, in metres. */
const SIZELESS = 1;
/** Smaller dimensions, in metres, count as no size. */
const FLAT = 1e-6;
const COPIES = 3;

/**
 * Initial values of a repeat: adjacent copies for each pattern. `size` is that of the source in metres. `factor` converts
 * to the displayed unit, in which values are rounded.
 */
export function firstRepeat(
  size: readonly [number, number, number],
  factor: number,
): Partial<PropsOf<'repeat'>> {
  const largest = Math.max(...size);
  const spacing = (length: number) =>
    shortAbove(largest > FLAT ? (length > FLAT ? length : largest) * GAP : SIZELESS, factor);
  const [x, y, z] = size;
  const gaps: [number, number, number] = [spacing(x), spacing(y), spacing(z)];
  // Copies turn around the centre, so each may be placed diagonally.
  const across = largest > FLAT ? Math.hypot(x, z) || largest : SIZELESS;
  const radius = (across * GAP) / (2 * Math.sin(Math.PI / COPIES));
  return {
    count: COPIES,
    counts: [COPIES, 1, COPIES],
    step: [gaps[0], 0, 0],
    gaps,
    radius: shortAbove(radius, factor),
    spacing: shortAbove(across, factor),
  };
}

/** Next longer length with two significant digits, or with the three decimals of fields. */
function shortAbove(metres: number, factor: number): number {
  const shown = metres * factor;
  const step = Math.max(10 ** (Math.floor(Math.log10(shown)) - 1), 1e-3);
  // Tolerates rounding errors of whole steps.
  return (Math.ceil(shown / step - 1e-9) * step) / factor;
}
