import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { bytes, iri, time } from './fields.ts';
import { idParams } from './hydra.ts';

/**
 * What keeps a file: a scene as it is, named versions of a scene alone, a scene in the trash; or only earlier states that were
 * kept by themselves, which are all that would lack it.
 */
export const STORAGE_USES = ['scene', 'version', 'trash', 'history'] as const;

/** So many files are told one by one, the largest. */
export const MAX_STORAGE_FILES = 500;

/** One content that a workspace holds: however many assets are made of it, it counts once. */
export const storageFile = z.object({
  /** The assets that are made of it, oldest first; its bytes come back when all are deleted. */
  assets: z.array(iri),
  name: z.string(),
  type: z.number().int(),
  size: bytes,
  createdAt: time,
  uses: z.array(z.object({ '@id': iri, name: z.string(), kind: z.enum(STORAGE_USES) })),
  isInLibrary: z.boolean(),
  isWatermark: z.boolean(),
});
export type StorageFile = z.output<typeof storageFile>;

export const storageOverview = z.object({
  used: bytes,
  available: bytes,
  /** Largest first. */
  files: z.array(storageFile),
  /** Stored bytes of scene documents, which do not count as `used`, and how much of trash and versions the plan keeps. */
  documents: z.object({
    scenes: bytes,
    versions: bytes,
    edits: bytes,
    trash: bytes,
    limits: z.object({ trashedScenes: z.number().int(), trashBytes: bytes, versionBytes: bytes }),
  }),
  /** What is too small to be told one by one. */
  others: z.object({ count: z.number().int(), size: bytes }),
});
export type StorageOverview = z.output<typeof storageOverview>;

export const storageRoutes = defineRoutes({
  getStorage: {
    method: 'GET',
    path: '/api/accounts/{id}/storage',
    auth: 'user',
    summary:
      'What uses the storage of a workspace, largest first, and what keeps each file; for who manages it.',
    status: 200,
    params: idParams,
    response: storageOverview,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
});
