import { z } from 'zod';
import { composition } from './compositions.ts';
import { defineRoutes } from './define.ts';
import { iri } from './fields.ts';
import { ref } from './hydra.ts';
import { MAX_SCENE_TAGS, tagName } from './tags.ts';

/** Maximum number of scenes in one bulk change. */
export const MAX_BULK = 200;

const compositions = z.array(ref).min(1).max(MAX_BULK);
const tags = z.array(tagName).max(MAX_SCENE_TAGS).default([]);

/** Actions on many scenes at once. */
const bulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('move'), compositions, project: ref.nullable() }),
  z.object({ action: z.literal('duplicate'), compositions }),
  z.object({ action: z.literal('delete'), compositions }),
  z.object({ action: z.literal('restore'), compositions }),
  z.object({ action: z.literal('erase'), compositions }),
  z.object({ action: z.literal('tag'), compositions, add: tags, remove: tags }),
  z.object({ action: z.literal('categorise'), compositions, category: ref.nullable() }),
]);
export type BulkChange = z.output<typeof bulkChange>;

const bulkResult = z.object({
  /** Scenes that the action changed. */
  done: z.array(iri),
  /** Scenes that the action could not change, with the reason. */
  failed: z.array(z.object({ composition: iri, code: z.string(), title: z.string() })),
  /** The copies, in the order of `done`; only of `duplicate`. */
  created: z.array(iri),
});
export type BulkResult = z.output<typeof bulkResult>;

const QUOTA_ERRORS = [
  'scenes.limit',
  'security.account.overflown_storage',
  'security.account.storage-full',
  'upload.limit',
] as const;

export const organiseRoutes = defineRoutes({
  cloneComposition: {
    route: 'PATCH /api/compositions/clone/{id}',
    summary:
      "Duplicates a scene. A scene of another workspace is copied into the user's workspace if its sharing allows it; a password-protected one needs its unlock token in `Scene-Unlocked`.",
    status: 201,
    response: composition,
    errors: ['request.not-found', 'security.not-allowed', 'asset.not-ready', ...QUOTA_ERRORS],
  },
  changeCompositions: {
    route: 'POST /api/compositions/bulk',
    summary: 'Applies one action to many scenes in one transaction. Scenes that do not allow it are listed.',
    body: bulkChange,
    response: bulkResult,
    errors: ['request.not-found', 'security.not-allowed', ...QUOTA_ERRORS],
  },
  eraseComposition: {
    route: 'DELETE /api/trash/{id}',
    summary: 'Permanently deletes a scene in the trash, with the files that only it used.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  emptyTrash: {
    route: 'DELETE /api/trash',
    summary: 'Permanently deletes everything in the trash of a workspace.',
    status: 204,
    query: z.object({ 'account.uuid': ref.optional() }),
    errors: ['request.not-found', 'security.not-allowed'],
  },
});
