import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { iri, line, time, userRef } from './fields.ts';
import { collection, idParams, listQuery, resource } from './hydra.ts';

/** The longest name of a version, in characters. */
export const MAX_VERSION_NAME = 120;
/** Maximum number of named versions of one scene. */
export const MAX_NAMED_VERSIONS = 100;

/** A stored state of a scene, saved automatically or named by a user. */
export const version = resource('Version', {
  composition: iri,
  revision: z.number().int(),
  /** Null for an automatic version. */
  name: z.string().nullable(),
  automatic: z.boolean(),
  /** Author of the last change in the version; null when unknown or deleted. */
  createdBy: userRef.nullable(),
  /** Time of the state that the version stores. */
  createdAt: time,
  thumbnailUrl: z.string().nullable(),
});
export type Version = z.output<typeof version>;

const name = line(MAX_VERSION_NAME);
const documentJson = z.record(z.string(), z.unknown());

export const versionRoutes = defineRoutes({
  listVersions: {
    method: 'GET',
    path: '/api/compositions/{id}/versions',
    auth: 'user',
    summary: 'Lists the versions of a scene, newest first. Editors only.',
    status: 200,
    params: idParams,
    query: z.object(listQuery),
    response: collection(version),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  createVersion: {
    method: 'POST',
    path: '/api/compositions/{id}/versions',
    auth: 'user',
    summary: `Saves the current state of a scene as a named version; at most ${MAX_NAMED_VERSIONS} per scene.`,
    status: 201,
    params: idParams,
    body: z.object({ name }),
    response: version,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  getVersion: {
    method: 'GET',
    path: '/api/versions/{id}',
    auth: 'user',
    summary: 'Returns a version.',
    status: 200,
    params: idParams,
    response: version,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  patchVersion: {
    method: 'PATCH',
    path: '/api/versions/{id}',
    auth: 'user',
    summary: 'Names a version. A named version is no longer deleted automatically.',
    status: 200,
    params: idParams,
    body: z.object({ name }),
    response: version,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  deleteVersion: {
    method: 'DELETE',
    path: '/api/versions/{id}',
    auth: 'user',
    summary: 'Permanently deletes a version.',
    status: 204,
    params: idParams,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  getVersionDocument: {
    method: 'GET',
    path: '/api/versions/{id}/document',
    auth: 'user',
    summary: 'Returns the document of a version in the current format.',
    status: 200,
    params: idParams,
    response: z.object({ revision: z.number().int(), document: documentJson }),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  restoreVersion: {
    method: 'POST',
    path: '/api/versions/{id}/restore',
    auth: 'user',
    summary:
      'Restores a version as the current state of its scene. The replaced state is saved as a version.',
    status: 200,
    params: idParams,
    response: z.object({
      revision: z.number().int(),
      edit: z
        .object({ client: z.number().int(), clock: z.number().int() })
        .describe(
          'The last write of the restore in the live document: its author, and its place among theirs.',
        ),
    }),
    errors: [
      'request.not-found',
      'security.not-allowed',
      'security.account.suspended',
      'security.account.overflown_storage',
    ],
  },
});
