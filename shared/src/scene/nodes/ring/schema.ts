import { z } from 'zod';
import { length } from '../../values.ts';

/** A flat disc with a hole, in metres, centred on the origin; faces +Y. */
export const ringProps = z.strictObject({
  innerRadius: length.default(0.3),
  outerRadius: length.default(0.5),
});
