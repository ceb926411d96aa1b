import { z } from 'zod';

const component = z.number().min(-1.001).max(1.001);

/** Surface normal, as a unit vector. */
export const direction = z.tuple([component, component, component]);
