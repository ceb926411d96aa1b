import { isRecord } from '@diorama/shared/scene/json.ts';
import { MEASURE_MODES, type MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import { Vector3 } from 'three';
import { type MeasurePoint, POINTS_NEEDED } from '../../../scene/measure/measure.ts';

/** Measure of this user. `name` is empty until the user enters one; meanwhile the number identifies it. */
export type Measure = {
  number: number;
  name: string;
  mode: MeasureMode;
  points: readonly MeasurePoint[];
  isShown: boolean;
};

/** Measures as JSON. */
export function writeMeasures(measures: readonly Measure[]): unknown {
  return measures.map(({ points, ...rest }) => ({
    ...rest,
    points: points.map(({ point, normal }) => ({
      point: point.toArray(),
      normal: normal?.toArray() ?? null,
    })),
  }));
}

/** Parses the result of {@link writeMeasures}; invalid entries are skipped. */
export function readMeasures(kept: unknown): Measure[] {
  return Array.isArray(kept) ? kept.flatMap((one) => readMeasure(one) ?? []) : [];
}

function readMeasure(kept: unknown): Measure | null {
  if (!isRecord(kept) || !Array.isArray(kept.points)) {
    return null;
  }
  const mode = MEASURE_MODES.find((one) => one === kept.mode);
  const points = kept.points.flatMap((one) => readPoint(one) ?? []);
  return mode !== undefined && Number.isInteger(kept.number) && points.length >= POINTS_NEEDED[mode]
    ? {
        number: Number(kept.number),
        name: typeof kept.name === 'string' ? kept.name : '',
        mode,
        points,
        isShown: kept.isShown !== false,
      }
    : null;
}

function readPoint(kept: unknown): MeasurePoint | null {
  const point = isRecord(kept) ? readVector(kept.point) : null;
  return point && { point, normal: isRecord(kept) ? readVector(kept.normal) : null };
}

function readVector(kept: unknown): Vector3 | null {
  return Array.isArray(kept) && kept.length === 3 && kept.every(Number.isFinite)
    ? new Vector3().fromArray(kept)
    : null;
}
