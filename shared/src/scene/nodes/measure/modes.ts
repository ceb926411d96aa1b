/**
 * What is measured between points: how far they are apart, how long the arc through three of them is, the angle at the
 * second, or what they go round.
 */
export const MEASURE_MODES = ['distance', 'arc', 'angle', 'area', 'perimeter'] as const;
export type MeasureMode = (typeof MEASURE_MODES)[number];
