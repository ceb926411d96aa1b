import { z } from 'zod';
import { LICENSES, type License } from '../domain/licenses.ts';
import { SCENE_STARTS } from '../domain/scene-templates.ts';
import { TABLE_LIMITS } from '../scene/defaults.ts';
import { isJson } from '../scene/json.ts';
import { defineRoutes } from './define.ts';
import { iri, line, text, time, userRef } from './fields.ts';
import { collection, listQuery, partialFields, queryFlag, ref, resource } from './hydra.ts';
import { OPEN_SCENE_ERRORS } from './open-scene-errors.ts';
import { ruleText } from './rule-text.ts';
import { MAX_SCENE_TAGS, tagName } from './tags.ts';

export const PRIVACY = ['private', 'public', 'password'] as const;
export type Privacy = (typeof PRIVACY)[number];

export const SCENE_STATUS = ['draft', 'published'] as const;
export type SceneStatus = (typeof SCENE_STATUS)[number];

/** `Object.keys` returns strings; the type follows the table. */
const LICENSE_NAMES = Object.keys(LICENSES) as [License, ...License[]];

export const sharing = z.object({
  expiresAt: time.nullable(),
  allowComment: z.boolean(),
  allowClone: z.boolean(),
  live: z.boolean(),
  embedOrigins: z.array(z.string().max(200)).max(50),
  arFixedScale: z.boolean(),
  arPlacement: z.enum(['floor', 'wall']),
  license: z.enum(LICENSE_NAMES),
  /** Creator that the public page and the files name; empty for the workspace. */
  creator: z.string().trim().max(200),
});
export type Sharing = z.output<typeof sharing>;

export const SHARING_DEFAULTS: Sharing = {
  expiresAt: null,
  allowComment: false,
  allowClone: false,
  live: false,
  embedOrigins: [],
  arFixedScale: false,
  arPlacement: 'floor',
  license: 'all-rights-reserved',
  creator: '',
};

/** Settings of sharing that are written into the files of an output, so that a change needs another one. */
const FILE_SETTINGS = ['arPlacement', 'license', 'creator'] as const satisfies readonly (keyof Sharing)[];
export type FileSettings = Pick<Sharing, (typeof FILE_SETTINGS)[number]>;

/** The settings of a scene's files, with every default filled in. */
export function fileSettingsOf(stored: Partial<Sharing>): FileSettings {
  const { arPlacement, license, creator } = { ...SHARING_DEFAULTS, ...stored };
  return { arPlacement, license, creator };
}

/** Settings that files were made with; `isOutdated` if a file of the scene has another form since, or came later. */
export type MadeSettings = Partial<FileSettings> & { isOutdated?: boolean };

/** Whether files have the settings of a scene. Older files have none, or fewer, and count as up to date. */
export function haveSettings(made: MadeSettings | null, stored: Partial<Sharing>): boolean {
  const wanted = fileSettingsOf(stored);
  return (
    !made?.isOutdated &&
    FILE_SETTINGS.every((name) => made?.[name] === undefined || made[name] === wanted[name])
  );
}

const listed = {
  type: z.literal('scene'),
  name: z.string(),
  description: z.string().nullable(),
  thumbnail: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
  /** Time at which the scene was moved to the trash. */
  deletedAt: time.nullable(),
  url: z.string(),
  embedUrl: z.string(),
  privacy: z.enum(PRIVACY),
  status: z.enum(SCENE_STATUS),
  extra: z.record(z.string(), z.unknown()).nullable(),
  category: iri.nullable(),
  tags: z.array(z.string()),
  project: iri.nullable(),
  account: iri,
  createdBy: userRef.nullable(),
  updatedBy: userRef.nullable(),
  ownedByCurrentUser: z.boolean(),
  inSyncWithScene: z.boolean(),
  revision: z.number().int(),
  publishedRevision: z.number().int().nullable(),
  session: z.object({ people: z.array(userRef) }),
  permission: z.enum(['edit', 'view', 'admin', 'guest']),
  sharing,
};

/** A scene as returned in lists. */
export const compositionItem = resource('Composition', listed);
export type CompositionItem = z.output<typeof compositionItem>;

/** A scene with its members and its contents. */
export const composition = resource('Composition', {
  ...listed,
  /**
   * True when visitors cannot see scenes of the workspace, because it has exceeded its plan's storage for a
   * year.
   */
  isBlocked: z.boolean(),
  members: z.array(iri),
  scene: z.object({
    title: z.string(),
    thumbnail: z.string().nullable(),
    description: z.string().nullable(),
    privacy: z.enum(PRIVACY),
    annotations: z.array(z.string()),
    annotationOrder: z.array(z.string()),
    asset: z.string().nullable(),
    project: iri.nullable(),
  }),
  entities: z.object({ nodes: z.number().int(), triangles: z.number().int() }),
});
export type Composition = z.output<typeof composition>;

const sceneName = line(200);
const direction = z.enum(['asc', 'desc']);

/** The scene document travels as JSON; `scene/document.ts` holds its schema. */
const documentJson = z.record(z.string(), z.unknown());

/** A scene as returned to visitors. */
const publicScene = z.object({
  uuid: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  author: z.object({ name: z.string(), avatarUrl: z.string().nullable() }),
  thumbnail: z.string().nullable(),
  revision: z.number().int(),
  document: documentJson,
  assets: z.record(z.string(), z.object({ url: z.string(), mobileUrl: z.string().nullable() })),
  output: z.object({
    glb: z.string().nullable(),
    glbMobile: z.string().nullable(),
    glbAr: z.string().nullable(),
    usdz: z.string().nullable(),
    carousel: z.array(z.string()),
  }),
  watermark: z.string().nullable(),
  sharing,
});

const hasFewKeys = (record: object) => Object.keys(record).length <= TABLE_LIMITS.options;

/** Maximum length of a scene's client data as JSON, as every list of scenes contains it. */
export const MAX_EXTRA = 16_384;
const MAX_EXTRA_KEYS = 4_096;

/** Client data of a scene, or a change of it: the length of the result is limited by {@link MAX_EXTRA}. */
export const sceneExtra = z
  .record(z.string(), z.unknown())
  .refine((value) => isJson(value), ruleText('rule.nesting'))
  .refine((value) => Object.keys(value).length <= MAX_EXTRA_KEYS, {
    error: ruleText('rule.at-most'),
    params: { count: MAX_EXTRA_KEYS },
  })
  .meta({ maxProperties: MAX_EXTRA_KEYS });

export const compositionRoutes = defineRoutes({
  listCompositions: {
    route: 'GET /api/compositions',
    summary: 'Lists the scenes of a workspace, last modified first, or the scenes shared by others.',
    query: z.object({
      ...listQuery,
      name: z.string().max(200).optional(),
      'account.uuid': ref.optional(),
      'project.uuid': ref.optional(),
      sharedWithMeOnly: queryFlag.optional(),
      trashed: queryFlag.optional(),
      /** Scenes that have all of these tags. */
      'tags[]': partialFields.pipe(z.array(tagName).max(20)).optional(),
      category: ref.optional(),
      status: z.enum(SCENE_STATUS).optional(),
      'order[updatedAt]': direction.optional(),
      'order[createdAt]': direction.optional(),
      'order[name]': direction.optional(),
    }),
    response: collection(compositionItem.partial().required({ '@id': true, '@type': true, uuid: true })),
  },
  createComposition: {
    route: 'POST /api/compositions',
    summary: 'Creates an empty scene, a scene with a sun (`lit`), or a scene from a template.',
    status: 201,
    body: z.object({
      name: sceneName.optional(),
      project: ref.nullish(),
      account: ref.nullish(),
      template: z.enum(SCENE_STARTS).nullish(),
    }),
    response: composition,
    errors: [
      'scenes.limit',
      'security.account.overflown_storage',
      'security.not-allowed',
      'request.not-found',
    ],
    idempotent: 'caller',
  },
  getComposition: {
    route: 'GET /api/compositions/{id}',
    summary: 'Returns a scene.',
    response: composition,
    errors: ['request.not-found', 'scene.trashed'],
  },
  patchComposition: {
    route: 'PATCH /api/compositions/{id}',
    summary: 'Updates the metadata, privacy and publication status of a scene.',
    body: z.object({
      name: sceneName.optional(),
      description: text(5_000).nullish(),
      privacy: z.enum(PRIVACY).optional(),
      password: z.string().min(1).max(200).nullish(),
      project: ref.nullish(),
      extra: sceneExtra.nullish(),
      status: z.enum(SCENE_STATUS).optional(),
      category: ref.nullish(),
      tags: z.array(tagName).max(MAX_SCENE_TAGS).optional(),
      sharing: sharing.partial().optional(),
    }),
    response: composition,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.overflown_storage'],
  },
  deleteComposition: {
    route: 'DELETE /api/compositions/{id}',
    summary: 'Moves a scene to the trash, where it is kept for 30 days.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  restoreComposition: {
    route: 'POST /api/compositions/{id}/restore',
    summary: 'Restores a scene from the trash.',
    response: composition,
    errors: ['request.not-found', 'security.not-allowed', 'scenes.limit'],
  },
  notifyOverflow: {
    route: 'PATCH /api/compositions/{id}/notify-overflow',
    summary: 'Emails the owner of a workspace over its quota, at most once a day per scene.',
    response: z.object({ isNotified: z.boolean() }),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  getDocument: {
    route: 'GET /api/compositions/{id}/document',
    summary: 'Returns the stored scene document and its revision, also as an ETag.',
    response: z.object({ revision: z.number().int(), document: documentJson }),
    errors: ['request.not-found'],
  },
  getScenePreview: {
    route: 'GET /api/compositions/{id}/preview',
    summary: 'Returns the current scene in the form that visitors receive, without AR files.',
    response: publicScene,
    errors: ['request.not-found'],
  },
  putDocument: {
    route: 'PUT /api/compositions/{id}/document',
    summary: 'Replaces the document if `If-Match` matches the stored revision. Applied as one difference.',
    body: z.object({ document: documentJson }),
    isLargeBody: true,
    response: z.object({ revision: z.number().int() }),
    errors: [
      'request.malformed',
      'request.not-found',
      'request.invalid',
      'document.conflict',
      'security.not-allowed',
      'security.account.overflown_storage',
    ],
  },
  getPublicScene: {
    route: 'GET /api/public/scenes/{uuid}',
    auth: 'none',
    summary: 'Returns a published scene.',
    params: z.object({ uuid: z.uuid() }),
    response: publicScene,
    errors: OPEN_SCENE_ERRORS,
  },
  getOptionFiles: {
    route: 'POST /api/public/scenes/{uuid}/option-files',
    auth: 'none',
    summary:
      'Returns the files of a published scene for the given choices. They are created on first request.',
    params: z.object({ uuid: z.uuid() }),
    body: z.object({
      /** Choices by option, both by id; those that are missing or not allowed are the default ones. */
      choices: z
        .record(z.string().max(40), z.string().max(40))
        .refine(hasFewKeys)
        .meta({ maxProperties: TABLE_LIMITS.options }),
    }),
    response: z.object({
      status: z.enum(['queued', 'completed', 'failed']),
      glb: z.string().nullable(),
      glbAr: z.string().nullable(),
      usdz: z.string().nullable(),
    }),
    errors: [...OPEN_SCENE_ERRORS, 'server.unavailable'],
  },
  unlockPublicScene: {
    route: 'POST /api/public/scenes/{uuid}/unlock',
    auth: 'none',
    isServedReadOnly: true,
    summary: 'Exchanges the password of a scene for a token valid for 24 hours.',
    params: z.object({ uuid: z.uuid() }),
    body: z.object({ password: z.string().max(200) }),
    response: z.object({ token: z.string(), expiresAt: time }),
    errors: ['request.not-found', 'auth.wrong-credentials'],
    limit: 'unlock',
  },
});
