import { z } from 'zod';

/** Start of a scene's tour for visitors: free choice, the first annotation open, or an automatic tour. */
export const TOUR_STARTS = ['free', 'first', 'auto'] as const;

/** Longest stay of an automatic tour at an annotation, in seconds. */
export const LONGEST_STOP = 600;

/** Longest camera move to an annotation, in seconds. */
export const LONGEST_FLIGHT = 60;

/** Start of the tour; `loop` and `seconds` apply to an automatic tour. */
export const tour = z.strictObject({
  start: z.enum(TOUR_STARTS).default('free'),
  loop: z.boolean().default(false),
  seconds: z.number().min(1).max(LONGEST_STOP).default(6),
});
