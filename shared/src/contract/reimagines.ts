import { z } from 'zod';
import { asset } from './assets.ts';
import { defineRoutes } from './define.ts';
import { iri, lines, time } from './fields.ts';
import { collection, resource } from './hydra.ts';

/** Styles that can be requested in addition to a free prompt. */
export const REIMAGINE_STYLES = ['photo', 'sketch', 'watercolor', 'clay', 'night', 'winter'] as const;
export type ReimagineStyle = (typeof REIMAGINE_STYLES)[number];

/** Maximum number of reimagined pictures per workspace and day. */
export const MAX_REIMAGINED_A_DAY = 60;
export const MAX_CANDIDATES = 4;
export const MAX_PROMPT_LETTERS = 1_000;

export const REIMAGINE_STATUS = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

export const reimagine = resource('Reimagine', {
  composition: iri,
  prompt: z.string(),
  style: z.enum(REIMAGINE_STYLES).nullable(),
  status: z.enum(REIMAGINE_STATUS),
  /** The source picture. */
  source: z.string().nullable(),
  candidates: z.array(z.object({ url: z.string() })),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Number of pictures that the workspace may still request today. */
  left: z.number().int(),
  createdAt: time,
});
export type Reimagine = z.output<typeof reimagine>;

export const reimagineRoutes = defineRoutes({
  createReimagine: {
    route: 'POST /api/compositions/{id}/reimagine',
    summary: 'Requests variations of an image of a scene. Requires a configured provider.',
    status: 202,
    body: z.object({
      prompt: lines(MAX_PROMPT_LETTERS),
      style: z.enum(REIMAGINE_STYLES).optional(),
      strength: z.coerce.number().min(0).max(1).default(0.6),
      count: z.coerce.number().int().min(1).max(MAX_CANDIDATES).default(2),
    }),
    bodyKind: 'multipart',
    files: ['image', 'depth'],
    response: reimagine,
    errors: [
      'request.not-found',
      'security.not-allowed',
      'security.account.overflown_storage',
      'upload.format',
      'upload.too-large',
      'upload.limit',
      'reimagine.limit',
      'reimagine.unavailable',
    ],
    limit: 'uploads',
    idempotent: 'caller',
  },
  listReimagines: {
    route: 'GET /api/compositions/{id}/reimagines',
    summary: 'Lists the latest requests of a scene, newest first, and the number of images left today.',
    response: collection(reimagine).extend({ left: z.number().int() }),
    errors: ['request.not-found', 'security.not-allowed'],
  },
  getReimagine: {
    route: 'GET /api/reimagines/{id}',
    summary: 'Returns the progress of a request, and its images when ready.',
    response: reimagine,
    errors: ['request.not-found'],
  },
  cancelReimagine: {
    route: 'DELETE /api/reimagines/{id}',
    summary: 'Cancels a request. Later results are discarded.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  keepReimagine: {
    route: 'POST /api/reimagines/{id}/keep',
    summary: 'Saves one of the images as an asset of the scene.',
    status: 201,
    body: z.object({
      candidate: z
        .number()
        .int()
        .min(0)
        .max(MAX_CANDIDATES - 1),
    }),
    response: asset,
    errors: [
      'request.not-found',
      'security.not-allowed',
      'security.account.overflown_storage',
      'security.account.storage-full',
    ],
  },
});
