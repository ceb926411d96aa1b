import { z } from 'zod';
import { amount, color } from '../../values.ts';

/** Directional light along the node's −Z: intensity in lux. */
export const directionalLightProps = z.strictObject({
  color: color.default('#ffffff'),
  intensity: amount.default(2),
  castShadow: z.boolean().default(true),
});
