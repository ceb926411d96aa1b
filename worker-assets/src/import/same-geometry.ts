import type { Document } from '@gltf-transform/core';
import { measure } from '../output/measure.ts';
import { countPoints, describeModel, MAX_EXACT_POINTS, type ModelDescription } from './describe-model.ts';

/** Properties that optimisation must preserve. `bounds` is null for a model that takes long to measure. */
export type ModelGeometry = {
  triangles: number;
  bounds: ModelDescription['bounds'] | null;
  isSkinned: boolean;
};

/**
 * Positions are quantised to steps of a 16,384th. Rounding, joints and morph targets add up to a few steps.
 */
const TOLERANCE = 4 / 16_384;
/** Weights of joints are quantised to steps of a 255th, which move vertices between distant joints further. */
const SKINNED_TOLERANCE = 1 / 255;
/** Rounding error of 32-bit floats, relative to the largest. */
const ROUNDING = 1e-6;

/** The properties of a model to compare before and after optimisation. */
export function modelGeometryOf(document: Document): ModelGeometry {
  const isQuick = countPoints(document) <= MAX_EXACT_POINTS;
  return {
    triangles: measure(document).triangles,
    bounds: isQuick ? describeModel(document).bounds : null,
    isSkinned: document.getRoot().listSkins().length > 0,
  };
}

/** Whether a model still has its triangles and its bounds, apart from quantisation errors. */
export function isSameGeometry(
  before: ModelGeometry,
  after: Pick<ModelDescription, 'triangles' | 'bounds'>,
): boolean {
  const tolerance = before.isSkinned ? SKINNED_TOLERANCE : TOLERANCE;
  const isSame = !before.bounds || isSameBox(before.bounds, after.bounds, tolerance);
  return before.triangles === after.triangles && isSame;
}

type Box = ModelDescription['bounds'];

function isSameBox(before: Box, after: Box, tolerance: number): boolean {
  const corners = [...before.min, ...before.max];
  const longest = Math.max(...before.max.map((value, axis) => value - (before.min[axis] ?? value)));
  const most = longest * tolerance + Math.max(...corners.map(Math.abs)) * ROUNDING;
  return [...after.min, ...after.max].every((value, i) => Math.abs(value - (corners[i] ?? value)) <= most);
}
