import { z } from 'zod';
import { length } from '../../values.ts';

/**
 * A box with rounded edges, in metres, centred on the origin. The radius is at most half the shortest edge.
 */
export const roundedBoxProps = z.strictObject({
  size: z.tuple([length, length, length]).default([1, 1, 1]),
  radius: length.default(0.1),
});
