import type { Document } from '@gltf-transform/core';
import { measure } from '../output/measure.ts';
import { countPoints, describeModel, MOST_EXACT_POINTS, type ModelDescription } from './describe-model.ts';

/** What optimising must leave as it is; no bounds for a model that takes long to measure. */
export type ModelShape = { triangles: number; bounds: ModelDescription['bounds'] | null };

/** Positions are counted in steps of a 16,384th; rounding, bones and targets add up to a few of them. */
const TOLERANCE = 4 / 16_384;
/** What numbers of 32 bits are rounded by, of the largest of them. */
const ROUNDING = 1e-6;

/** What is compared of a model before it is optimised. */
export function shapeOf(document: Document): ModelShape {
  const isQuick = countPoints(document) <= MOST_EXACT_POINTS;
  return {
    triangles: measure(document).triangles,
    bounds: isQuick ? describeModel(document).bounds : null,
  };
}

/** Whether a model has the triangles that it had, and lies where it lay but for what quantising rounds. */
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
