import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { time } from './fields.ts';

/** How often a user or a network met a limit. */
export const limitMet = z.object({
  limit: z.string(),
  subject: z.enum(['user', 'network']),
  /** A user's uuid; of a network a short hash, as its address is personal data. */
  holder: z.string(),
  /** The user's name, null for a network. */
  name: z.string().nullable(),
  count: z.number().int(),
  lastAt: time,
});
export type LimitMetItem = z.output<typeof limitMet>;

export const limitRoutes = defineRoutes({
  listLimitsMet: {
    method: 'GET',
    path: '/api/operators/limits',
    auth: 'operator',
    summary: 'Users and networks that met a limit within thirty days, the latest first.',
    status: 200,
    response: z.object({ limits: z.array(limitMet) }),
    errors: ['security.not-allowed'],
  },
});
