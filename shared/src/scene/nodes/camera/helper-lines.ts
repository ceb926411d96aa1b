import type { z } from 'zod';
import { type HelperLines, pyramidAlong } from '../helper-lines.ts';
import type { cameraProps } from './schema.ts';

/** Length of the drawn frustum in metres, and its aspect ratio. */
const LENGTH = 1;
const ASPECT = 1.25;

/** Frustum of the camera. */
export function cameraHelper({ fov }: z.output<typeof cameraProps>): HelperLines {
  return pyramidAlong({ angle: (fov / 360) * Math.PI, aspect: ASPECT, length: LENGTH });
}
