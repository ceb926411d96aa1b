import { z } from 'zod';

const component = z.number().min(-1.001).max(1.001);

/** Where a surface looks to, as a vector of length 1. */
export const direction = z.tuple([component, component, component]);
