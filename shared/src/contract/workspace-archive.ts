import { z } from 'zod';
import { MAX_LIBRARY_VERSIONS } from '../domain/library.ts';
import { TAG_COLORS } from '../domain/tag-colors.ts';
import { MAX_COMPONENT_CHARACTERS, SCENE_FORM } from '../scene/defaults.ts';
import { material } from '../scene/material.ts';
import { UNITS } from './accounts.ts';
import { UPLOAD_TYPES, uploadable } from './assets.ts';
import { commentAnchor } from './comment-anchor.ts';
import { MAX_COMMENT_LENGTH, MAX_COMMENTS, MAX_MENTIONS } from './comments.ts';
import { MAX_EXTRA, PRIVACY, sceneExtra, sharing } from './compositions.ts';
import { bytes, email, line, lines, text, time } from './fields.ts';
import { creditInput, libraryKind } from './library.ts';
import { MAX_SCENE_TAGS, MAX_TAGS, tagName } from './tags.ts';
import { MAX_VERSION_NAME } from './versions.ts';

/** Identifies an archive of a workspace. */
export const ARCHIVE_FORMAT = 'diorama-workspace';
/** Version of the archive's layout. It increases with changes that earlier releases cannot read. */
export const ARCHIVE_VERSION = 1;
export const MANIFEST_NAME = 'manifest.json';

/** Limits of an archive that is imported. JSON files are parsed in memory, so their sizes are limited. */
export const WORKSPACE_ARCHIVE_LIMITS = {
  files: 100_000,
  /** Inflated bytes of all files. */
  bytes: 40_000_000_000,
  ratio: 200,
  manifestBytes: 16_000_000,
  /** One scene with its comments, or one document. */
  jsonBytes: 10_000_000,
  /** A version of a component, whose characters take up to three bytes, besides blanks. */
  componentBytes: 4 * MAX_COMPONENT_CHARACTERS,
} as const;

/** Path of a scene's description, of its document, of a version, of a version of a component, and of a file. */
export const archivePaths = {
  scene: (id: string) => `scenes/${id}/scene.json`,
  document: (id: string) => `scenes/${id}/document.json`,
  version: (scene: string, id: string) => `scenes/${scene}/versions/${id}.json`,
  component: (item: string, number: number) => `library/${item}/${number}.json`,
  file: (sha256: string) => `files/${sha256}`,
} as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.uuid();
const MANY = 100_000;
/** Projects and people of a workspace have no limit in a plan. */
const SOME = 10_000;

const grantRole = z.enum(['edit', 'view']);

/** The owner, a member or an invited user. */
const person = z.object({
  email,
  name: line(80).nullable(),
  role: z.enum(['owner', 'admin', 'guest']).nullable(),
  projects: z.array(z.object({ id, role: grantRole })).max(SOME),
  scenes: z.array(z.object({ id, role: grantRole })).max(SOME),
});

/** An uploaded file. `file` names its original by the SHA-256 of its content. */
const archivedAsset = z.object({
  id,
  type: uploadable,
  uploadType: z.enum(UPLOAD_TYPES).nullable(),
  name: line(200),
  scene: id.nullable(),
  /** Whether scenes show the original instead of the optimised model. */
  showsOriginal: z.boolean(),
  /** Whether it belongs to the library of its installation, and not to the workspace. */
  isShared: z.boolean(),
  file: sha256,
  size: bytes,
  createdAt: time,
});

const archivedLibraryItem = z.object({
  id,
  kind: libraryKind,
  asset: id.nullable(),
  material: material.nullable(),
  name: line(120),
  description: text(2_000).nullable(),
  category: id.nullable(),
  tags: z.array(line(40)).max(20),
  credit: creditInput.nullable(),
  isPublished: z.boolean(),
  /** Versions of a component, in order; archives of earlier releases have none. */
  versions: z
    .array(
      z.object({
        number: z.number().int().min(1).max(1_000_000),
        note: line(500).nullable(),
        createdAt: time,
        file: sha256,
      }),
    )
    .max(MAX_LIBRARY_VERSIONS)
    .default([]),
});

/** Fields of every release's manifest, which are read before the rest. */
export const archiveHead = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.number().int().min(1),
  sceneForm: z.number().int().min(1),
});

/** `manifest.json`: the workspace, and the list of its files and scenes. */
export const archiveManifest = archiveHead.extend({
  version: z.literal(ARCHIVE_VERSION),
  /** Form of the documents; {@link SCENE_FORM} of the release that made the archive. */
  sceneForm: z.number().int().min(1).max(SCENE_FORM),
  createdAt: time,
  settings: z.object({
    name: line(80),
    industry: z.string().max(200).nullable(),
    unit: z.enum(UNITS),
    locale: z.string().max(35),
    /** Asset of the logo, and that of the viewer's mark. */
    logo: id.nullable(),
    watermark: id.nullable(),
  }),
  tags: z.array(z.object({ name: tagName, color: z.enum(TAG_COLORS) })).max(MAX_TAGS),
  projects: z.array(z.object({ id, name: line(120), createdAt: time })).max(SOME),
  people: z.array(person).max(SOME),
  assets: z.array(archivedAsset).max(MANY),
  library: z.array(archivedLibraryItem).max(SOME),
  /** `file` is the SHA-256 of the scene's description. */
  scenes: z.array(z.object({ id, file: sha256 })).max(SOME),
  /** Files whose content the store had lost. */
  missing: z.array(z.object({ id, name: z.string().max(200) })).max(MANY),
});
export type ArchiveManifest = z.output<typeof archiveManifest>;
export type ArchivedAsset = z.output<typeof archivedAsset>;
export type ArchivedPerson = z.output<typeof person>;
export type ArchivedLibraryItem = z.output<typeof archivedLibraryItem>;

/** Address of a user of the source, and the name; both null for a deleted user. */
const author = z.object({ email: email.nullable(), name: line(200).nullable() });

const archivedComment = z.object({
  id,
  parent: id.nullable(),
  author,
  text: lines(MAX_COMMENT_LENGTH),
  mentions: z.array(email).max(MAX_MENTIONS),
  anchor: commentAnchor.nullable(),
  snapshot: id.nullable(),
  resolvedAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  activeAt: time,
});
export type ArchivedComment = z.output<typeof archivedComment>;

const archivedVersion = z.object({
  id,
  name: line(MAX_VERSION_NAME).nullable(),
  /** Whether a restored version replaced this state. */
  replaced: z.boolean(),
  /** Archives of earlier releases have none. */
  author: author.default({ email: null, name: null }),
  revision: z.number().int().min(0),
  createdAt: time,
  takenAt: time,
  file: sha256,
});

/** `scene.json`: a scene with its versions and comments. Annotations are nodes of the document. */
export const archivedScene = z.object({
  id,
  name: line(200),
  description: z.string().max(5_000).nullable(),
  project: id.nullable(),
  category: id.nullable(),
  tags: z.array(tagName).max(MAX_SCENE_TAGS),
  privacy: z.enum(PRIVACY),
  sharing: sharing.partial(),
  extra: sceneExtra.refine((value) => JSON.stringify(value).length <= MAX_EXTRA).nullable(),
  isPublished: z.boolean(),
  revision: z.number().int().min(0),
  createdBy: email.nullable(),
  createdAt: time,
  updatedAt: time,
  /** SHA-256 of the document. */
  document: sha256,
  versions: z.array(archivedVersion).max(SOME),
  comments: z.array(archivedComment).max(MAX_COMMENTS),
});
export type ArchivedScene = z.output<typeof archivedScene>;

/** JSON Schema of the archive's JSON files, which `docs/workspace-archive.schema.json` holds. */
export function archiveJsonSchema(): Record<string, unknown> {
  const options: Parameters<typeof z.toJSONSchema>[1] = {
    io: 'input',
    // The name of a format is enough; its pattern is long.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) {
        delete jsonSchema.pattern;
      }
    },
  };
  const { $schema, ...manifest } = z.toJSONSchema(archiveManifest, options);
  const { $schema: _same, ...scene } = z.toJSONSchema(archivedScene, options);
  return {
    $schema,
    title: 'Archive of a Diorama workspace',
    $defs: { 'manifest.json': manifest, 'scenes/<id>/scene.json': scene },
    $ref: '#/$defs/manifest.json',
  };
}
