/**
 * Measurements of points: their distance, the arc through three of them, the angle at the second, or the
 * enclosed area and its perimeter.
 */
export const MEASURE_MODES = ['distance', 'arc', 'angle', 'area', 'perimeter'] as const;
export type MeasureMode = (typeof MEASURE_MODES)[number];
