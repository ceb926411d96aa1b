import { z } from 'zod';
import { defineJob } from './define.ts';

const importing = {
  payload: z.object({
    assetId: z.uuid(),
    turn: z.number().int().optional(),
    /** For the how manieth time it is imported, from 0. */
    round: z.number().int().optional(),
  }),
  result: z.object({ status: z.enum(['processing', 'ready', 'failed', 'gone']) }),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  behind: ({ turn = 0 }: { turn?: number | undefined }) => turn,
};

/** Inspects, converts and optimises an uploaded file; ends with the asset `ready` or `failed`. */
export const assetImport = defineJob({ name: 'asset.import', queue: 'assets', ...importing });

/** The same for a large file, of which one at a time is worked on beside the others. */
export const assetImportLarge = defineJob({
  name: 'asset.import-large',
  queue: 'large-assets',
  ...importing,
});

/**
 * Makes a model as it came, or optimises it again, whichever was asked for; until then it is shown as before. It waits
 * among large files, so that it holds up nobody's upload.
 */
export const assetForm = defineJob({
  name: 'asset.form',
  queue: 'large-assets',
  payload: z.object({ assetId: z.uuid() }),
  result: z.object({ status: z.enum(['made', 'kept', 'as-asked']) }),
  timeoutMs: 10 * 60_000,
  dedupe: ({ assetId }) => assetId,
});

/** Imports a picture again that is shown as it came by older rules; it waits behind all that people wait for. */
export const assetRenew = defineJob({
  name: 'asset.renew',
  queue: 'assets',
  payload: z.object({ assetId: z.uuid() }),
  result: z.object({ status: z.enum(['made', 'kept', 'gone']) }),
  timeoutMs: 10 * 60_000,
  priority: 1_000,
});

const drawing = {
  payload: z.object({ assetId: z.uuid() }),
  result: z.object({ thumbnail: z.string().nullable() }),
  timeoutMs: 2 * 60_000,
  priority: 5,
};

/** Draws the picture of an asset whose GLB is stored; an asset is `ready` once it has one. */
export const assetThumbnail = defineJob({ name: 'asset.thumbnail', queue: 'assets', ...drawing });

/** The same for a large file, whose drawing takes none of the places of small ones. */
export const assetThumbnailLarge = defineJob({
  name: 'asset.thumbnail-large',
  queue: 'large-assets',
  ...drawing,
});

/** Frees the originals of uploads that failed more than 24 hours ago, and asks for pictures of older rules. */
export const assetSweep = defineJob({
  name: 'asset.sweep',
  queue: 'assets',
  payload: z.object({}),
  result: z.object({ swept: z.number().int(), outdated: z.number().int() }),
  priority: 20,
  dedupe: () => 'all',
});

/** Makes the models, materials, textures and skies that the product brings along; again, it changes nothing. */
export const librarySeed = defineJob({
  name: 'library.seed',
  queue: 'assets',
  payload: z.object({ version: z.number().int() }),
  result: z.object({ items: z.number().int() }),
  timeoutMs: 5 * 60_000,
  priority: 15,
});

/** Draws the picture of a material in a library: a ball made of it. */
export const libraryThumbnail = defineJob({
  name: 'library.thumbnail',
  queue: 'assets',
  payload: z.object({ itemId: z.uuid() }),
  result: z.object({ thumbnail: z.string().nullable() }),
  timeoutMs: 2 * 60_000,
  priority: 6,
  dedupe: ({ itemId }) => itemId,
});

export const assetJobs = [
  assetImport,
  assetImportLarge,
  assetForm,
  assetRenew,
  assetThumbnail,
  assetThumbnailLarge,
  assetSweep,
  librarySeed,
  libraryThumbnail,
] as const;
