import { z } from 'zod';
import { color, point, sceneId } from '../../values.ts';
import { direction } from '../direction.ts';
import { MEASURE_MODES } from './modes.ts';

/** As many points as somebody sets by hand. */
export const MAX_MEASURE_POINTS = 200;

/**
 * A measure that is kept in the scene, between `points` in the node's own space, in metres. `normals` says which way the
 * surface looks at each of them, null or nothing where there is none. `stop` is the annotation at which alone visitors see
 * it, null for always; `showsName` writes its name before what it measures.
 */
export const measureProps = z.strictObject({
  mode: z.enum(MEASURE_MODES).default('distance'),
  points: z
    .array(point)
    .max(MAX_MEASURE_POINTS)
    .default([
      [-0.5, 0, 0],
      [0.5, 0, 0],
    ]),
  normals: z.array(direction.nullable()).max(MAX_MEASURE_POINTS).default([]),
  color: color.default('#1d6ae7'),
  stop: sceneId.nullable().default(null),
  showsName: z.boolean().default(false),
});
