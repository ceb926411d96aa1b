import { z } from 'zod';
import { length } from '../../values.ts';

/** Edge lengths in metres, centred on the origin. */
export const boxProps = z.strictObject({ size: z.tuple([length, length, length]).default([1, 1, 1]) });
