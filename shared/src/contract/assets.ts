import { z } from 'zod';
import { ASSET_TYPE, UPLOADED_TYPES } from './asset-type.ts';
import { defineRoutes } from './define.ts';
import { bytes, iri, time } from './fields.ts';
import { collection, listQuery, queryFlag, ref, resource } from './hydra.ts';

export { ASSET_TYPE, type AssetType } from './asset-type.ts';

export const UPLOAD_TYPES = [
  'scene',
  'library',
  'material',
  'annotation',
  'logo',
  'avatar',
  'watermark',
  'comment',
] as const;

/** Asset types that users can upload. */
export const uploadable = z.coerce.number().pipe(z.literal(UPLOADED_TYPES));

/** A message of an import: a key of `import-messages` with its parameters, which pages translate. */
export const importMessageSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export const importReport = z.object({
  converted: z.array(importMessageSchema),
  resized: z.array(importMessageSchema),
  merged: z.array(importMessageSchema),
  dropped: z.array(importMessageSchema),
  /** Names of files. */
  missing: z.array(z.string()),
  warnings: z.array(importMessageSchema),
});
export type ImportReport = z.output<typeof importReport>;

export const asset = resource('Asset', {
  type: z.number().int().min(0).max(12),
  uploadType: z.enum(UPLOAD_TYPES).nullable(),
  account: iri.nullable(),
  composition: iri.nullable(),
  status: z.enum(['uploaded', 'processing', 'ready', 'failed']),
  progress: z.number().int().min(0).max(100),
  position: z.number().int().nullable(),
  etaSeconds: z.number().int().nullable(),
  name: z.string(),
  size: bytes,
  url: z.string().nullable(),
  originalUrl: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
  report: importReport.nullable(),
  /**
   * Whether the model should be shown in its original form, and whether it is. The two differ while the
   * original is processed.
   */
  wantsOriginal: z.boolean(),
  showsOriginal: z.boolean(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  extra: z.object({
    triangles: z.number().int().nullable(),
    /** Number of textures in a model; null for models imported before textures were counted. */
    textures: z.number().int().nullable(),
    bounds: z
      .object({
        min: z.tuple([z.number(), z.number(), z.number()]),
        max: z.tuple([z.number(), z.number(), z.number()]),
      })
      .nullable(),
    thumbnailUrl: z.string().nullable(),
    mobileUrl: z.string().nullable(),
    animations: z.array(z.object({ name: z.string(), seconds: z.number() })),
    slots: z.array(z.string()),
    colors: z.array(z.string()),
    /** Names of the material variants of a model. */
    variants: z.array(z.string()),
    /** Original format of a model, such as `stl`. */
    format: z.string().nullable(),
    /** Vector in metres that was subtracted from the position of a model at map coordinates. */
    offset: z.tuple([z.number(), z.number(), z.number()]).nullable(),
    /** Size of an upright picture as it came; null for other files, and for pictures of before it was noted. */
    pixels: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
    /** Length of a sound; null for other files. */
    seconds: z.number().nullable(),
  }),
});
export type Asset = z.output<typeof asset>;

/** File of a scene's output, with the type that the specification gives it. */
export const outputFile = z.object({
  '@type': z.literal('Asset'),
  type: z.union([
    z.literal(ASSET_TYPE.sceneGlb),
    z.literal(ASSET_TYPE.sceneUsdz),
    z.literal(ASSET_TYPE.carousel),
    z.literal(ASSET_TYPE.carouselHd),
  ]),
  uploadType: z.literal('scene'),
  url: z.string(),
  updatedAt: time,
});

export const sceneOutputResource = resource('SceneOutput', {
  composition: iri,
  revision: z.number().int(),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'superseded']),
  step: z.number().int().min(0).max(3),
  steps: z.literal(3),
  progress: z.number().int().min(0).max(100),
  /** Place in the queue, 1 for the next; null once it runs. */
  position: z.number().int().nullable(),
  /** Whether it waits for the conversion of a file that the scene shows. */
  isAwaitingFiles: z.boolean(),
  createdAt: time,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  glb: z.string().nullable(),
  glbMobile: z.string().nullable(),
  /**
   * GLB for readers without glTF extensions, such as AR on Android; null where `glbMobile` is the only other
   * file.
   */
  glbAr: z.string().nullable(),
  usdz: z.string().nullable(),
  /** ZIP with a page of the published scene for any web server, by an address that is valid for minutes. */
  webPage: z.string().nullable(),
  thumbnail: z.string().nullable(),
  carousel: z.array(z.string()),
  carouselHd: z.array(z.string()),
  bytes: z.object({
    glb: bytes.nullable(),
    glbMobile: bytes.nullable(),
    glbAr: bytes.nullable(),
    usdz: bytes.nullable(),
  }),
  /** The same files as assets. */
  assets: z.array(outputFile),
  stats: z
    .object({
      triangles: z.number().int(),
      drawCalls: z.number().int(),
      textures: z.number().int(),
      dropped: z.number().int(),
    })
    .nullable(),
});
export type SceneOutput = z.output<typeof sceneOutputResource>;

export const assetRoutes = defineRoutes({
  uploadAsset: {
    route: 'POST /api/assets/upload',
    summary: 'Uploads one file and responds immediately; conversion runs in the background.',
    status: 201,
    body: z.object({
      type: uploadable,
      account: ref.optional(),
      composition: ref.optional(),
      uploadType: z.enum(UPLOAD_TYPES).optional(),
    }),
    bodyKind: 'multipart',
    response: asset,
    errors: [
      'upload.limit',
      'upload.empty',
      'upload.too-large',
      'upload.format',
      'upload.step',
      'upload.ifc',
      'upload.skp',
      'upload.blend',
      'upload.rar',
      'upload.7z',
      'security.account.storage-full',
      'security.not-allowed',
      'request.not-found',
    ],
    limit: 'uploads',
    idempotent: 'caller',
  },
  getAsset: {
    route: 'GET /api/assets/{id}',
    summary: 'Returns an asset with its progress, report and URLs.',
    response: asset,
    errors: ['request.not-found'],
  },
  listAssets: {
    route: 'GET /api/assets',
    summary:
      'Lists the assets of a workspace, newest first. With `type`, also its materials (1) and scene outputs (4 to 7).',
    query: z.object({
      ...listQuery,
      type: z.coerce.number().int().min(0).max(12).optional(),
      'account.uuid': ref.optional(),
    }),
    response: collection(asset),
  },
  patchAsset: {
    route: 'PATCH /api/assets/{id}',
    summary: 'Shows the original or the optimized form of a model in all scenes that use it.',
    body: z.object({ wantsOriginal: z.boolean().optional() }),
    response: asset,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended', 'asset.not-ready'],
  },
  importAssetAgain: {
    route: 'POST /api/assets/{id}/imports',
    summary:
      'Retries a failed import from its original. An asset that is queued, processing or ready is returned unchanged.',
    response: asset,
    errors: [
      'request.not-found',
      'security.not-allowed',
      'security.account.suspended',
      'security.account.storage-full',
      'asset.original-gone',
    ],
    limit: 'uploads',
  },
  copyAsset: {
    route: 'POST /api/assets/{id}/copies',
    summary:
      'Copies a file into the workspace of a scene. Returns the existing file if the scene may already use it, or an earlier copy.',
    status: 201,
    body: z.object({ composition: ref }),
    response: asset,
    errors: [
      'request.not-found',
      'security.not-allowed',
      'security.account.suspended',
      'security.account.storage-full',
      'security.account.overflown_storage',
      'asset.not-ready',
      'upload.limit',
    ],
  },
  deleteAsset: {
    route: 'DELETE /api/assets/{id}',
    summary:
      'Deletes a file. A file in use is deleted only with `force`; otherwise the error lists its scenes.',
    status: 204,
    query: z.object({ force: queryFlag.optional() }),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended', 'asset.in-use'],
  },
  generateSceneOutput: {
    route: 'POST /api/assets/generate-scene-output',
    summary: 'Queues the GLB, USDZ and images of a scene. A newer request supersedes a queued one.',
    status: 202,
    body: z.object({ sceneUuid: ref }),
    bodyKind: 'multipart',
    response: sceneOutputResource,
    errors: [
      'request.not-found',
      'security.not-allowed',
      'security.account.overflown_storage',
      'upload.limit',
      'upload.format',
      'upload.too-large',
    ],
    limit: 'uploads',
  },
  getOutput: {
    route: 'GET /api/compositions/{id}/output',
    summary: 'Returns the newest output of a scene.',
    response: sceneOutputResource,
    errors: ['request.not-found', 'output.none'],
  },
});
