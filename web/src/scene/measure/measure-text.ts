import { distanceOfFaces, type MeasureMode, type MeasurePoint, measureOf } from './measure.ts';
import { type LengthUnit, quantityOf, showQuantity } from './quantity.ts';

/** As exact as somebody can point. */
const DECIMALS: Readonly<Record<LengthUnit, number>> = { mm: 1, cm: 2, m: 3, inch: 2, feet: 3 };
/** How far apart faces are is told from this on, and if the points on them are further apart by this; metres. */
const TELLING = 1e-4;

/** What is written on a measure, in the scene's unit; empty for too few points. */
export function measureText(mode: MeasureMode, points: readonly MeasurePoint[], unit: LengthUnit): string {
  const value = measureOf(
    mode,
    points.map(({ point }) => point),
  );
  if (value === null) {
    return '';
  }
  if (mode === 'angle') {
    return `${showQuantity(value, quantityOf('radians', unit), 1)}°`;
  }
  const { factor, suffix, units } = quantityOf('metres', unit);
  if (mode === 'area') {
    return `${showQuantity(value, { factor: factor * factor, suffix, units }, DECIMALS[unit])} ${suffix}²`;
  }
  const show = (metres: number) =>
    `${showQuantity(metres, { factor, suffix, units }, DECIMALS[unit])} ${suffix}`;
  const [from, to] = points;
  const apart = mode === 'distance' && from && to ? distanceOfFaces(from, to) : null;
  return apart !== null && apart > TELLING && value - apart > TELLING
    ? `${show(value)} · ⊥ ${show(apart)}`
    : show(value);
}
