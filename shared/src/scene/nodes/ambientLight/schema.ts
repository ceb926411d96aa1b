import { z } from 'zod';
import { amount, color } from '../../values.ts';

/** Uniform ambient light: intensity in lux. */
export const ambientLightProps = z.strictObject({
  color: color.default('#ffffff'),
  intensity: amount.default(0.5),
});
