import { z } from 'zod';
import { length } from '../../values.ts';

/** Side lengths along X and Z in metres; faces +Y. */
export const planeProps = z.strictObject({ size: z.tuple([length, length]).default([1, 1]) });
