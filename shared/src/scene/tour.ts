import { z } from 'zod';

/** How visitors meet the annotations of a scene: by themselves, with the first one open, or led from one to the next. */
export const TOUR_STARTS = ['free', 'first', 'auto'] as const;

/** A tour that goes on by itself stays no longer at an annotation, in seconds. */
export const LONGEST_STOP = 600;

/** And no way to one takes longer, in seconds. */
export const LONGEST_FLIGHT = 60;

/** How the tour of a scene begins; `loop` and `seconds` are those of one that goes on by itself, in seconds. */
export const tour = z.strictObject({
  start: z.enum(TOUR_STARTS).default('free'),
  loop: z.boolean().default(false),
  seconds: z.number().min(1).max(LONGEST_STOP).default(6),
});
