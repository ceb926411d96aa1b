import { z } from 'zod';
import { coordinate, length } from '../../values.ts';

/** Maximum number of points, enough for a hand-drawn path; traced drawings are simplified to it. */
export const MAX_PATH_POINTS = 2_000;

/**
 * A path in the node's XZ plane, extruded along +Y. In metres: a closed path is the enclosed area, an open
 * one a strip of `width` along `points`; `depth` is its height, `bevel` the size of its bevelled edges.
 */
export const pathProps = z.strictObject({
  points: z
    .array(z.tuple([coordinate, coordinate]))
    .max(MAX_PATH_POINTS)
    .default([
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0],
      [0, 0],
      [0, 0.5],
      [-0.5, 0.5],
    ]),
  closed: z.boolean().default(true),
  depth: length.default(0.3),
  bevel: z.number().min(0).max(1e6).default(0),
  width: length.default(0.05),
});
