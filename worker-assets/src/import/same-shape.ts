import type { Document } from '@gltf-transform/core';
import { measure } from '../output/measure.ts';
import { countPoints, describeModel, MOST_EXACT_POINTS, type ModelDescription } from './describe-model.ts';

/**
 * Properties of a model that optimisation must not change; `bounds` is null for a model that takes long
 * to measure.
 */
export type ModelShape = { triangles: number; bounds: ModelDescription['bounds'] | null };

/**
 * Tolerance of positions, which are quantised to 16,384 steps. Rounding, bones and targets add up to a few
 * of them.
 */
const TOLERANCE = 4 / 16_384;
/** Rounding error of 32-bit floats, as a share of the largest value. */
const ROUNDING = 1e-6;

/** Properties of a model before optimisation, for the comparison. */
export function shapeOf(document: Document): ModelShape {
  const isQuick = countPoints(document) <= MOST_EXACT_POINTS;
  return {
    triangles: measure(document).triangles,
    bounds: isQuick ? describeModel(document).bounds : null,
  };
}

/** Whether a model has the same triangles and bounds as before, apart from quantisation. */
export function isSameShape(
  before: ModelShape,
  after: Pick<ModelDescription, 'triangles' | 'bounds'>,
): boolean {
  return before.triangles === after.triangles && (!before.bounds || isSameBox(before.bounds, after.bounds));
}

type Box = ModelDescription['bounds'];

function isSameBox(before: Box, after: Box): boolean {
  const corners = [...before.min, ...before.max];
  const longest = Math.max(...before.max.map((value, axis) => value - (before.min[axis] ?? value)));
  const most = longest * TOLERANCE + Math.max(...corners.map(Math.abs)) * ROUNDING;
  return [...after.min, ...after.max].every((value, i) => Math.abs(value - (corners[i] ?? value)) <= most);
}
