import { z } from 'zod';
import { amount, color } from '../../values.ts';

/** Omnidirectional light: intensity in candela, distance in metres (0 is unlimited). */
export const pointLightProps = z.strictObject({
  color: color.default('#ffffff'),
  intensity: amount.default(10),
  distance: amount.default(0),
  castShadow: z.boolean().default(true),
});
