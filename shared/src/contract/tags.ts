import { z } from 'zod';
import { TAG_COLORS } from '../domain/tag-colors.ts';
import { defineRoutes } from './define.ts';
import { iri, line, time } from './fields.ts';
import { collection, ref, resource } from './hydra.ts';

/** Name of a tag, as typed. */
export const tagName = line(60);
/** Maximum number of tags in a workspace. */
export const MAX_TAGS = 500;
/** Maximum number of tags on a scene. */
export const MAX_SCENE_TAGS = 50;

export const tag = resource('Tag', {
  name: z.string(),
  color: z.enum(TAG_COLORS),
  account: iri,
  createdAt: time,
  /** Number of scenes with the tag, without those in the trash. */
  compositionsNumber: z.number().int(),
});
export type Tag = z.output<typeof tag>;

export const tagRoutes = defineRoutes({
  listTags: {
    route: 'GET /api/tags',
    summary: 'Lists the tags of a workspace, by name.',
    query: z.object({ 'account.uuid': ref.optional() }),
    response: collection(tag),
  },
  createTag: {
    route: 'POST /api/tags',
    summary: 'Creates a tag. Names are unique in a workspace, case-insensitive.',
    status: 201,
    body: z.object({ name: tagName, color: z.enum(TAG_COLORS).optional(), account: ref.optional() }),
    response: tag,
    errors: ['tag.exists', 'request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  patchTag: {
    route: 'PATCH /api/tags/{id}',
    summary: 'Updates the name or color of a tag, on all scenes that have it.',
    body: z.object({ name: tagName.optional(), color: z.enum(TAG_COLORS).optional() }),
    response: tag,
    errors: ['tag.exists', 'request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  deleteTag: {
    route: 'DELETE /api/tags/{id}',
    summary: 'Deletes a tag, and removes it from all scenes.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  getTag: {
    route: 'GET /api/tags/{id}',
    summary: 'Returns a tag. Managers of its workspace only.',
    response: tag,
    errors: ['request.not-found', 'security.not-allowed'],
  },
});
