import { z } from 'zod';
import { amount, color, length } from '../../values.ts';

/** Rectangular area light along the node's −Z: intensity in nits, size in metres. */
export const areaLightProps = z.strictObject({
  color: color.default('#ffffff'),
  intensity: amount.default(20),
  size: z.tuple([length, length]).default([1, 1]),
});
