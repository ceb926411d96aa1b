import { z } from 'zod';
import { coordinate, length } from '../../values.ts';

/** As many points as a person draws by hand; a traced drawing is simplified to it. */
export const MAX_PATH_POINTS = 2_000;

/**
 * A drawing in the node's XZ plane, extruded along +Y from there. In metres: a closed path is the area that `points` go
 * round, an open one a strip of `width` along them; `depth` is its height, `bevel` how far its edges are cut.
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
