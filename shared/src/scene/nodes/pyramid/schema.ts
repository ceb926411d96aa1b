import { z } from 'zod';
import { length } from '../../values.ts';

/** Four-sided pyramid over a rectangle, in metres along the axes; centred on the origin, the tip up. */
export const pyramidProps = z.strictObject({ size: z.tuple([length, length, length]).default([1, 1, 1]) });
