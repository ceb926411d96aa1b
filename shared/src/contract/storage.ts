import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { bytes, iri, time } from './fields.ts';

/**
 * Use that keeps a file: a scene's current state, only named versions, a scene in the trash, or only automatic
 * versions, which alone would lose it.
 */
export const STORAGE_USES = ['scene', 'version', 'trash', 'history'] as const;

/** Maximum number of files listed individually, the largest first. */
export const MAX_STORAGE_FILES = 500;

/** One stored content of a workspace. It counts once, for any number of assets that share it. */
export const storageFile = z.object({
  /** Assets that share the content, oldest first. Its bytes are freed when all of them are deleted. */
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
  /**
   * Stored bytes of scene documents, which do not count as `used`, and the retention of trash and versions in
   * the plan.
   */
  documents: z.object({
    scenes: bytes,
    versions: bytes,
    edits: bytes,
    trash: bytes,
    limits: z.object({ trashedScenes: z.number().int(), trashBytes: bytes, versionBytes: bytes }),
  }),
  /** Files that are too small to be listed individually. */
  others: z.object({ count: z.number().int(), size: bytes }),
});
export type StorageOverview = z.output<typeof storageOverview>;

export const storageRoutes = defineRoutes({
  getStorage: {
    route: 'GET /api/accounts/{id}/storage',
    summary: 'Lists the files of a workspace, largest first, with their uses. Managers only.',
    response: storageOverview,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
});
