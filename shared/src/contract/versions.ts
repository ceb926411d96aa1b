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
    summary: 'The states of a scene that were kept, newest first, for those who may edit it.',
    query: z.object(listQuery),
    response: collection(version),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  createVersion: {
    route: 'POST /api/compositions/{id}/versions',
    summary: `Keeps the present state of a scene under a name; at most ${MAX_NAMED_VERSIONS} a scene.`,
    status: 201,
    body: z.object({ name }),
    response: version,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  getVersion: {
    route: 'GET /api/versions/{id}',
    summary: 'One version.',
    response: version,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  patchVersion: {
    route: 'PATCH /api/versions/{id}',
    summary: 'Names a version; one that was kept by itself is no longer thinned out.',
    body: z.object({ name }),
    response: version,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  deleteVersion: {
    route: 'DELETE /api/versions/{id}',
    summary: 'Forgets a version for good.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  getVersionDocument: {
    route: 'GET /api/versions/{id}/document',
    summary: 'The document of a version, as it is read today.',
    response: z.object({ revision: z.number().int(), document: documentJson }),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  restoreVersion: {
    route: 'POST /api/versions/{id}/restore',
    summary: 'Makes a version the newest state of its scene; what it replaces stays as a version.',
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
