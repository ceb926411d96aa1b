import { z } from 'zod';
import { amount, color, ratio } from '../../values.ts';

/**
 * Spot light along the node's −Z: intensity in candela, distance in metres (0 is unlimited), `angle` half the
 * cone in radians.
 */
export const spotLightProps = z.strictObject({
  color: color.default('#ffffff'),
  intensity: amount.default(40),
  distance: amount.default(0),
  castShadow: z.boolean().default(true),
  angle: z
    .number()
    .min(0.01)
    .max(Math.PI / 2)
    .default(0.6),
  penumbra: ratio.default(0.3),
});
