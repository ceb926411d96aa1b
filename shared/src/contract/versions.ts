import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { iri, line, time, userRef } from './fields.ts';
import { collection, listQuery, resource } from './hydra.ts';

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
  /** Name of the author, also of one at the installation that the scene was imported from. */
  authorName: z.string().nullable(),
  /** Time of the state that the version stores. */
  createdAt: time,
  thumbnailUrl: z.string().nullable(),
});
export type Version = z.output<typeof version>;

const name = line(MAX_VERSION_NAME);
const documentJson = z.record(z.string(), z.unknown());

export const versionRoutes = defineRoutes({
  listVersions: {
    route: 'GET /api/compositions/{id}/versions',
    summary: 'Lists the versions of a scene, newest first. Editors only.',
    query: z.object(listQuery),
    response: collection(version),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  createVersion: {
    route: 'POST /api/compositions/{id}/versions',
    summary: `Saves the current state of a scene as a named version; at most ${MAX_NAMED_VERSIONS} per scene.`,
    status: 201,
    body: z.object({ name }),
    response: version,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  getVersion: {
    route: 'GET /api/versions/{id}',
    summary: 'Returns a version.',
    response: version,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  patchVersion: {
    route: 'PATCH /api/versions/{id}',
    summary: 'Names a version. A named version is no longer deleted automatically.',
    body: z.object({ name }),
    response: version,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  deleteVersion: {
    route: 'DELETE /api/versions/{id}',
    summary: 'Permanently deletes a version.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  getVersionDocument: {
    route: 'GET /api/versions/{id}/document',
    summary: 'Returns the document of a version in the current format.',
    response: z.object({ revision: z.number().int(), document: documentJson }),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  restoreVersion: {
    route: 'POST /api/versions/{id}/restore',
    summary:
      'Restores a version as the current state of its scene. The replaced state is saved as a version.',
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
