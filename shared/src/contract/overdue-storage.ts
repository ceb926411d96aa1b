import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { bytes, iri, time } from './fields.ts';
import { MAX_STORAGE_FILES } from './storage.ts';

/** A free workspace that has exceeded its plan's storage for a year, and the files that would be deleted. */
export const overdueAccount = z.object({
  '@id': iri,
  name: z.string(),
  ownerEmail: z.string(),
  since: time,
  used: bytes,
  available: bytes,
  /** Unused files, the largest first, until the rest fits into the plan. */
  files: z.array(z.object({ assets: z.array(iri), name: z.string(), size: bytes, createdAt: time })),
});
export type OverdueAccount = z.output<typeof overdueAccount>;

export const overdueRoutes = defineRoutes({
  listOverdueStorage: {
    route: 'GET /api/operators/overdue-storage',
    auth: 'operator',
    summary:
      'Lists Free workspaces that have been over their quota for a year and were notified twice, with their unused files. Workspaces without unused files are omitted.',
    query: z.object({
      /** The `next` of an earlier response. */
      after: z.uuid().optional(),
    }),
    response: z.object({
      accounts: z.array(overdueAccount),
      /** Start of the next page, null at the end. */
      next: z.uuid().nullable(),
    }),
    errors: ['security.not-allowed'],
  },
  freeOverdueStorage: {
    route: 'POST /api/operators/overdue-storage/{id}/free',
    auth: 'operator',
    summary:
      'Deletes files of such a workspace that an operator has reviewed. Files in use and workspaces within their quota are kept.',
    body: z.object({ assets: z.array(iri.max(200)).min(1).max(MAX_STORAGE_FILES) }),
    response: z.object({ deleted: z.number().int(), kept: z.number().int(), used: bytes }),
    errors: ['security.not-allowed', 'request.not-found'],
  },
});
