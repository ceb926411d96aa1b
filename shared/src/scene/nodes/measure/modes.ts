/** What is measured between points: how far they are apart, the angle at the second of three, or what they go round. */
export const MEASURE_MODES = ['distance', 'angle', 'area', 'perimeter'] as const;
export type MeasureMode = (typeof MEASURE_MODES)[number];
