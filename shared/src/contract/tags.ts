import { z } from 'zod';
import { TAG_COLORS } from '../domain/tag-colors.ts';
import { defineRoutes } from './define.ts';
import { iri, line, time } from './fields.ts';
import { collection, idParams, ref, resource } from './hydra.ts';

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
    method: 'GET',
    path: '/api/tags',
    auth: 'user',
    summary: 'Lists the tags of a workspace, by name.',
    status: 200,
    query: z.object({ 'account.uuid': ref.optional() }),
    response: collection(tag),
  },
  createTag: {
    method: 'POST',
    path: '/api/tags',
    auth: 'user',
    summary: 'Creates a tag. Names are unique in a workspace, case-insensitive.',
    status: 201,
    body: z.object({ name: tagName, color: z.enum(TAG_COLORS).optional(), account: ref.optional() }),
    response: tag,
    errors: ['tag.exists', 'request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  patchTag: {
    method: 'PATCH',
    path: '/api/tags/{id}',
    auth: 'user',
    summary: 'Updates the name or color of a tag, on all scenes that have it.',
    status: 200,
    params: idParams,
    body: z.object({ name: tagName.optional(), color: z.enum(TAG_COLORS).optional() }),
    response: tag,
    errors: ['tag.exists', 'request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  deleteTag: {
    method: 'DELETE',
    path: '/api/tags/{id}',
    auth: 'user',
    summary: 'Deletes a tag, and removes it from all scenes.',
    status: 204,
    params: idParams,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  getTag: {
    method: 'GET',
    path: '/api/tags/{id}',
    auth: 'user',
    summary: 'Returns a tag. Managers of its workspace only.',
    status: 200,
    params: idParams,
    response: tag,
    errors: ['request.not-found', 'security.not-allowed'],
  },
});
