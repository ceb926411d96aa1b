import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import { distanceOfFaces, type MeasurePoint, measureOf } from './measure.ts';
import {
  areaSuffix,
  type LengthManner,
  type LengthUnit,
  quantityOf,
  showLength,
  showQuantity,
} from './quantity.ts';

/** Decimals by unit, as precise as a pointer. */
const DECIMALS: Readonly<Record<LengthUnit, number>> = { mm: 1, cm: 2, m: 3, inch: 2, feet: 3 };
/** Smallest distance between faces that is shown, and its smallest difference to the distance of the points; metres. */
const RESOLUTION = 1e-4;

/** Label of a measurement; empty for too few points. */
export function measureText(
  mode: MeasureMode,
  points: readonly MeasurePoint[],
  manner: LengthManner,
): string {
  const { unit, language } = manner;
  const decimals = DECIMALS[unit];
  const value = measureOf(
    mode,
    points.map(({ point }) => point),
  );
  if (value === null) {
    return '';
  }
  if (mode === 'angle') {
    return `${showQuantity(value, quantityOf('radians', unit), { language, decimals: 1 })}°`;
  }
  if (mode === 'area') {
    const length = quantityOf('metres', unit);
    const area = { factor: length.factor ** 2, suffix: areaSuffix(unit), units: {} };
    return `${showQuantity(value, area, { language, decimals })} ${area.suffix}`;
  }
  const show = (metres: number) => showLength(metres, manner, decimals);
  const [from, to] = points;
  const apart = mode === 'distance' && from && to ? distanceOfFaces(from, to) : null;
  return apart !== null && apart > RESOLUTION && value - apart > RESOLUTION
    ? `${show(value)} · ⊥ ${show(apart)}`
    : show(value);
}
