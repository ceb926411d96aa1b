import { z } from 'zod';
import { length } from '../../values.ts';

/** Maximum number of steps: more than in any building, few enough to draw. */
const MAX_STEPS = 200;

/**
 * A solid flight of stairs, centred on the origin, that rises towards −Z. In metres: `width` along X, `rise`
 * the height and `run` the depth of one step.
 */
export const stairsProps = z.strictObject({
  width: length.default(1),
  rise: length.default(0.17),
  run: length.default(0.28),
  steps: z.int().min(1).max(MAX_STEPS).default(8),
});
