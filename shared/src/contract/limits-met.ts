import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { time } from './fields.ts';

/** Number of times a user or a network exceeded a limit. */
export const limitMet = z.object({
  limit: z.string(),
  subject: z.enum(['user', 'network']),
  /** Uuid of a user, or a short hash of a network address, as the address is personal data. */
  holder: z.string(),
  /** The user's name, null for a network. */
  name: z.string().nullable(),
  count: z.number().int(),
  lastAt: time,
});
export type LimitMetItem = z.output<typeof limitMet>;

export const limitRoutes = defineRoutes({
  listLimitsMet: {
    route: 'GET /api/operators/limits',
    auth: 'operator',
    summary: 'Lists users and networks that reached a limit in the last 30 days, most recent first.',
    response: z.object({ limits: z.array(limitMet) }),
    errors: ['security.not-allowed'],
  },
});
