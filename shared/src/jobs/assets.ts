import { z } from 'zod';
import { MAX_PROMPT_TURN } from '../domain/import-queue.ts';
import { behindTurn, defineJob, inTurn } from './define.ts';

const bulk = {
  queue: 'bulk-assets',
  isBulk: (payload: { turn?: number | undefined }) => behindTurn(payload) > MAX_PROMPT_TURN,
} as const;

const importing = {
  payload: z.object({
    assetId: z.uuid(),
    ...inTurn,
    /** Number of earlier imports of the asset, from 0. */
    round: z.number().int().optional(),
  }),
  result: z.object({ status: z.enum(['processing', 'ready', 'failed', 'gone']) }),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  behind: behindTurn,
};

/** Inspects, converts and optimises an uploaded file; ends with the asset `ready` or `failed`. */
export const assetImport = defineJob({ name: 'asset.import', queue: 'assets', bulk, ...importing });

/** Import of a large file; one at a time runs beside the others. */
export const assetImportLarge = defineJob({
  name: 'asset.import-large',
  queue: 'large-assets',
  ...importing,
});

/**
 * Restores a model's original form, or optimises it again; until then the old form is shown. It shares the
 * slots of large files, so that it delays no upload.
 */
export const assetForm = defineJob({
  name: 'asset.form',
  queue: 'large-assets',
  payload: z.object({ assetId: z.uuid(), ...inTurn }),
  result: z.object({ status: z.enum(['made', 'kept', 'as-asked']) }),
  timeoutMs: 10 * 60_000,
  // A user may ask for any number of forms, so that large files of others go first.
  priority: 20,
  behind: behindTurn,
  dedupe: ({ assetId }) => assetId,
});

/** Reimports a picture that older rules left unchanged; lowest priority. */
export const assetReimport = defineJob({
  name: 'asset.renew',
  queue: 'assets',
  payload: z.object({ assetId: z.uuid() }),
  result: z.object({ status: z.enum(['made', 'kept', 'gone']) }),
  timeoutMs: 10 * 60_000,
  priority: 1_000,
});

const drawing = {
  payload: z.object({ assetId: z.uuid(), ...inTurn }),
  result: z.object({ thumbnail: z.string().nullable() }),
  timeoutMs: 2 * 60_000,
  priority: 5,
  behind: behindTurn,
};

/** Renders the thumbnail of an asset whose GLB is stored; an asset becomes `ready` with it. */
export const assetThumbnail = defineJob({ name: 'asset.thumbnail', queue: 'assets', bulk, ...drawing });

/** Thumbnail of a large file, which takes no slot of small ones. */
export const assetThumbnailLarge = defineJob({
  name: 'asset.thumbnail-large',
  queue: 'large-assets',
  ...drawing,
});

/**
 * Frees the originals of uploads that failed more than 24 hours ago, and requests reimports of pictures of
 * older rules.
 */
export const assetSweep = defineJob({
  name: 'asset.sweep',
  queue: 'assets',
  payload: z.object({}),
  result: z.object({ swept: z.number().int(), outdated: z.number().int() }),
  priority: 20,
  dedupe: () => 'all',
});

/** Creates the built-in models, materials, textures and skies; idempotent. */
export const librarySeed = defineJob({
  name: 'library.seed',
  queue: 'assets',
  payload: z.object({ version: z.number().int() }),
  result: z.object({ items: z.number().int() }),
  timeoutMs: 5 * 60_000,
  priority: 15,
});

/** Downloads the profile picture of a new user from their sign-in service. */
export const avatarFetch = defineJob({
  name: 'avatar.fetch',
  queue: 'assets',
  payload: z.object({ userId: z.uuid(), assetId: z.uuid(), url: z.string().max(2_048) }),
  result: z.object({ status: z.enum(['stored', 'kept', 'refused']) }),
  attempts: 3,
  timeoutMs: 60_000,
  priority: 6,
});

/** Renders the thumbnail of a library material on a sphere. */
export const libraryThumbnail = defineJob({
  name: 'library.thumbnail',
  queue: 'assets',
  payload: z.object({ itemId: z.uuid(), ...inTurn }),
  result: z.object({ thumbnail: z.string().nullable() }),
  timeoutMs: 2 * 60_000,
  // A workspace may save any number of materials, so that files of others go first.
  priority: 14,
  behind: behindTurn,
  dedupe: ({ itemId }) => itemId,
});

export const assetJobs = [
  assetImport,
  assetImportLarge,
  assetForm,
  assetReimport,
  assetThumbnail,
  assetThumbnailLarge,
  assetSweep,
  avatarFetch,
  librarySeed,
  libraryThumbnail,
] as const;
