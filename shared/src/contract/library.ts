import { z } from 'zod';
import { LIBRARY_SHELVES } from '../domain/library.ts';
import { material } from '../scene/material.ts';
import { defineRoutes } from './define.ts';
import { iri, line, text, time } from './fields.ts';
import { collection, idParams, listQuery, queryFlag, ref, resource } from './hydra.ts';

const credit = z.object({ author: z.string(), licence: z.string().nullable(), url: z.string().nullable() });

export const libraryKind = z.enum(['model', 'material', 'texture', 'hdri', 'font', 'sound', 'component']);

/** A model, material, texture, sky, font, sound or component that can be inserted into scenes. */
export const libraryItem = resource('LibraryItem', {
  kind: libraryKind,
  /** Number of its asset type; 1 for materials, 13 for components. */
  type: z.number().int(),
  uploadType: z.enum(['library', 'material']),
  name: z.string(),
  description: z.string().nullable(),
  category: iri.nullable(),
  tags: z.array(z.string()),
  thumbnailUrl: z.string().nullable(),
  /** The file; null for materials and components. */
  asset: iri.nullable(),
  url: z.string().nullable(),
  /** Processing state of the file; materials and components are always ready. */
  status: z.enum(['uploaded', 'processing', 'ready', 'failed']),
  /** The values of a material; null for everything else. */
  material: z.record(z.string(), z.unknown()).nullable(),
  /** The newest version of a component; null for everything else. */
  version: z.object({ number: z.number().int(), note: z.string().nullable(), createdAt: time }).nullable(),
  size: z.number().int().nullable(),
  triangles: z.number().int().nullable(),
  bounds: z
    .object({
      min: z.tuple([z.number(), z.number(), z.number()]),
      max: z.tuple([z.number(), z.number(), z.number()]),
    })
    .nullable(),
  credit: credit.nullable(),
  account: iri.nullable(),
  isShared: z.boolean(),
  isPublished: z.boolean(),
  permission: z.enum(['use', 'edit']),
  createdAt: time,
  updatedAt: time,
});
export type LibraryItem = z.output<typeof libraryItem>;

/** Longest address of a source, in characters. */
const MAX_URL = 500;

export const creditInput = z.object({
  author: line(120),
  licence: line(60).nullish(),
  url: z
    .string()
    .max(MAX_URL)
    .pipe(z.url({ protocol: /^https?$/ }))
    .nullish(),
});

const details = {
  name: line(120).optional(),
  description: text(2_000).nullish(),
  category: ref.nullish(),
  tags: z.array(line(40)).max(20).optional(),
  credit: creditInput.nullish(),
  isPublished: z.boolean().optional(),
};

const shelf = z.enum(LIBRARY_SHELVES);

const versionParams = z.object({ ...idParams.shape, number: z.coerce.number().int().min(1).max(1_000_000) });

/** Items that one request can name. */
export const MAX_LIBRARY_IDS = 100;

export const libraryRoutes = defineRoutes({
  listLibrary: {
    route: 'GET /api/library/{shelf}',
    summary:
      "Lists models, materials, textures, hdris, fonts, sounds or components: shared items, with `mine` the items of the user's workspaces, or with `composition.uuid` the components of the workspace's library that a scene uses.",
    params: z.object({ shelf }),
    query: z.object({
      ...listQuery,
      category: ref.optional(),
      q: z.string().max(200).optional(),
      mine: queryFlag.optional(),
      'account.uuid': ref.optional(),
      /** Lists the items that this scene uses. */
      'composition.uuid': ref.optional(),
      /** Uuids of items, separated by commas. */
      uuids: z
        .string()
        .max(MAX_LIBRARY_IDS * 40)
        .transform((value) => value.split(','))
        .pipe(z.array(z.uuid()).max(MAX_LIBRARY_IDS))
        .optional(),
      /** Includes items that are not published or not ready; operators only. */
      unpublished: queryFlag.optional(),
    }),
    response: collection(libraryItem.partial().required({ '@id': true, '@type': true, uuid: true })),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  getLibraryItem: {
    route: 'GET /api/library/{shelf}/{id}',
    summary: 'Returns a library item.',
    params: z.object({ shelf, ...idParams.shape }),
    response: libraryItem,
    errors: ['request.not-found'],
  },
  createLibraryItem: {
    route: 'POST /api/library/{shelf}',
    summary:
      'Adds a material to the library of a workspace. Operators add materials and uploaded files to the shared library.',
    status: 201,
    params: z.object({ shelf }),
    body: z.object({
      ...details,
      name: line(120),
      /** The uploaded file of every item except materials; components come with their first version. */
      asset: ref.nullish(),
      material: material.optional(),
      account: ref.nullish(),
      /** Visible to every user; settable by operators only. */
      isShared: z.boolean().default(false),
    }),
    response: libraryItem,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  patchLibraryItem: {
    route: 'PATCH /api/library/{shelf}/{id}',
    summary: 'Updates the metadata of a library item and the values of a material.',
    params: z.object({ shelf, ...idParams.shape }),
    body: z.object({ ...details, material: material.optional() }),
    response: libraryItem,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  deleteLibraryItem: {
    route: 'DELETE /api/library/{shelf}/{id}',
    summary: 'Deletes a library item. Scenes that use it are not affected.',
    status: 204,
    params: z.object({ shelf, ...idParams.shape }),
    errors: ['request.not-found', 'security.not-allowed'],
  },
  putLibraryVersion: {
    route: 'PUT /api/library/components/{id}/versions/{number}',
    summary:
      'Adds the next version of a component. Number 1 of a new uuid adds the component to the library of a workspace.',
    status: 201,
    params: versionParams,
    body: z.object({
      /** A document that shows the component once. */
      document: z.record(z.string(), z.unknown()),
      note: line(500).nullish(),
      /** Name of a new item, and the new name of a present one. */
      name: line(120),
      /** Workspace of a new item. */
      account: ref.nullish(),
    }),
    isLargeBody: true,
    response: libraryItem,
    errors: [
      'request.malformed',
      'request.not-found',
      'request.invalid',
      'request.conflict',
      'library.limit',
      'security.not-allowed',
      'security.account.suspended',
    ],
  },
  listLibraryVersions: {
    route: 'GET /api/library/components/{id}/versions',
    summary: 'Lists the stored versions of a component, newest first.',
    response: z.object({
      versions: z.array(
        z.object({
          number: z.number().int(),
          note: z.string().nullable(),
          createdAt: time,
          by: z.string().nullable(),
        }),
      ),
    }),
    errors: ['request.not-found'],
  },
  getLibraryVersion: {
    route: 'GET /api/library/components/{id}/versions/{number}',
    summary: 'Returns the document of a component version.',
    params: versionParams,
    /** A scene that uses the component, for its editors. */
    query: z.object({ 'composition.uuid': ref.optional() }),
    response: z.object({ number: z.number().int(), document: z.record(z.string(), z.unknown()) }),
    errors: ['request.not-found'],
  },
});
