import { createHash } from 'node:crypto';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import {
  ARCHIVE_VERSION,
  type ArchivedAsset,
  type ArchivedScene,
  type ArchiveManifest,
  archivedScene,
  archiveHead,
  archiveManifest,
  archivePaths,
  WORKSPACE_ARCHIVE_LIMITS as LIMITS,
  MANIFEST_NAME,
} from '@diorama/shared/contract/workspace-archive.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { SCENE_FORM } from '@diorama/shared/scene/defaults.ts';
import { validateFile } from '@diorama/shared/server/assets/validate-file.ts';
import type { ArchivedIds } from '@diorama/shared/server/scenes/archived-document.ts';
import {
  readArchivedComponentInThread,
  readArchivedDocumentInThread,
} from '@diorama/shared/server/scenes/scene-thread.ts';
import type { z } from 'zod';
import { type ArchiveReader, failure } from './archive-reader.ts';

/** Nothing is mapped while an archive is validated. */
const NO_IDS: ArchivedIds = { assets: new Map(), items: new Map() };
/** Longest reason of an invalid file, in characters. */
const MAX_REASON = 200;

/** A file of the archive that is accepted, with its media type. */
export type AcceptedAsset = ArchivedAsset & { contentType: string };

/**
 * A whole and valid archive. `assets` are those whose format is accepted, `references` the ids of all assets that
 * its documents name, and `componentBytes` the sizes of the library's components, with all versions, by id.
 */
export type CheckedArchive = {
  manifest: ArchiveManifest;
  assets: AcceptedAsset[];
  references: Set<string>;
  componentBytes: Map<string, number>;
};

/** Reads and validates the manifest. @throws ImportError */
export async function readArchiveManifest(archive: ArchiveReader): Promise<ArchiveManifest> {
  const json = parseJson(MANIFEST_NAME, await archive.readText(MANIFEST_NAME, LIMITS.manifestBytes));
  const head = parse(MANIFEST_NAME, archiveHead, json);
  if (head.version > ARCHIVE_VERSION || head.sceneForm > SCENE_FORM) {
    throw failure(importMessage('workspace.newer'));
  }
  const manifest = parse(MANIFEST_NAME, archiveManifest, json);
  for (const list of ['projects', 'assets', 'library', 'scenes'] as const) {
    assertUnique(
      list,
      manifest[list].map(({ id }) => id),
    );
  }
  for (const { id, versions } of manifest.library) {
    assertUnique(
      `library.${id}`,
      versions.map(({ number }) => String(number)),
    );
  }
  assertUnique(
    'people',
    manifest.people.map(({ email }) => email),
  );
  return manifest;
}

/** Reads and validates a scene's description. @throws ImportError */
export async function readArchivedScene(
  archive: ArchiveReader,
  { id, file }: ArchiveManifest['scenes'][number],
): Promise<ArchivedScene> {
  const name = archivePaths.scene(id);
  const text = await archive.readText(name);
  assertSum(name, file, sumOf(text));
  const scene = parse(name, archivedScene, parseJson(name, text));
  if (scene.id !== id) {
    throw invalid(name, 'id', 'It is another scene');
  }
  for (const list of ['versions', 'comments'] as const) {
    assertUnique(
      `${name} ${list}`,
      scene[list].map((row) => row.id),
    );
  }
  assertThreads(name, scene);
  return scene;
}

/**
 * Validates every file of an archive, before anything of it is written. A later stage validates the JSON again, and
 * not the files, which are there.
 * @throws ImportError
 */
export async function checkArchive(
  archive: ArchiveReader,
  { withFiles, onProgress }: { withFiles: boolean; onProgress: (percent: number) => Promise<void> },
): Promise<CheckedArchive> {
  const manifest = await readArchiveManifest(archive);
  const references = new Set<string>();
  const versions = manifest.library.reduce((sum, item) => sum + item.versions.length, 0);
  const steps = manifest.scenes.length + versions + manifest.assets.length || 1;
  let step = 0;
  const advance = () => onProgress((++step / steps) * 100);
  for (const listed of manifest.scenes) {
    const scene = await readArchivedScene(archive, listed);
    const documents = [
      { name: archivePaths.document(scene.id), sum: scene.document },
      ...scene.versions.map(({ id, file }) => ({ name: archivePaths.version(scene.id, id), sum: file })),
    ];
    for (const { name, sum } of documents) {
      for (const id of await checkDocument(archive, name, sum)) {
        references.add(id);
      }
    }
    await advance();
  }
  const componentBytes = new Map<string, number>();
  for (const { id, versions } of manifest.library) {
    for (const { number, file } of versions) {
      const component = await checkComponent(archive, archivePaths.component(id, number), file);
      for (const reference of component.references) {
        references.add(reference);
      }
      componentBytes.set(id, (componentBytes.get(id) ?? 0) + component.json.length);
      await advance();
    }
  }
  const assets = withFiles ? await checkFiles(archive, manifest.assets, advance) : [];
  return { manifest, assets, references, componentBytes };
}

/** Reads a version of a component for the library of a workspace. @throws ImportError */
export async function readComponentVersion(
  archive: ArchiveReader,
  name: string,
  ids: ArchivedIds,
): Promise<string> {
  const text = await archive.readText(name, LIMITS.componentBytes);
  return orFailure(name, await readArchivedComponentInThread({ text, ids, salt: name })).json;
}

async function checkComponent(archive: ArchiveReader, name: string, sum: string) {
  const text = await archive.readText(name, LIMITS.componentBytes);
  assertSum(name, sum, sumOf(text));
  return orFailure(name, await readArchivedComponentInThread({ text, ids: NO_IDS, salt: name }));
}

async function checkDocument(archive: ArchiveReader, name: string, sum: string): Promise<string[]> {
  const text = await archive.readText(name);
  assertSum(name, sum, sumOf(text));
  return orFailure(name, await readArchivedDocumentInThread({ text, ids: NO_IDS, salt: name })).references;
}

function orFailure<Read extends object>(
  name: string,
  read: Read | { invalid: { path: string; message: string } },
): Read {
  if ('invalid' in read) {
    throw invalid(name, read.invalid.path, read.invalid.message);
  }
  return read;
}

/** Checks each content once. An asset whose format the API would refuse is left out. */
async function checkFiles(
  archive: ArchiveReader,
  listed: readonly ArchivedAsset[],
  advance: () => Promise<void>,
): Promise<AcceptedAsset[]> {
  const assets: AcceptedAsset[] = [];
  const byContent = Map.groupBy(listed, ({ file }) => file);
  for (const [file, sharing] of byContent) {
    const name = archivePaths.file(file);
    const measured = await archive.measure(name);
    assertSum(name, file, measured.sha256);
    for (const asset of sharing) {
      assertSum(name, String(asset.size), String(measured.size));
      const contentType = acceptedType({ ...asset, head: measured.head });
      if (contentType !== null) {
        assets.push({ ...asset, contentType });
      }
      await advance();
    }
  }
  return assets;
}

function acceptedType(asset: ArchivedAsset & { head: Buffer }): string | null {
  try {
    return validateFile(asset, asset);
  } catch (error) {
    if (error instanceof CodedError) {
      return null;
    }
    throw error;
  }
}

/** Replies must follow their thread, and threads have no parent of another scene. */
function assertThreads(name: string, { comments }: ArchivedScene): void {
  const threads = new Set(comments.flatMap(({ id, parent }) => (parent === null ? [id] : [])));
  const lost = comments.find(({ parent }) => parent !== null && !threads.has(parent));
  if (lost) {
    throw invalid(name, `comments.${lost.id}.parent`, 'There is no such thread');
  }
}

function assertUnique(place: string, ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) {
      throw invalid(MANIFEST_NAME, place, `${id} is listed twice`);
    }
    seen.add(id);
  }
}

function assertSum(file: string, expected: string, found: string): void {
  if (expected !== found) {
    throw failure(importMessage('workspace.sum', { file }));
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(file, '', 'Not JSON');
  }
}

function parse<Schema extends z.ZodType>(file: string, schema: Schema, json: unknown): z.output<Schema> {
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(file, issue?.path.join('.') ?? '', issue?.message ?? '');
  }
  return parsed.data;
}

function invalid(file: string, place: string, reason: string) {
  const short = (text: string) => text.toWellFormed().replaceAll('\0', '').slice(0, MAX_REASON);
  return failure(
    importMessage('workspace.invalid', {
      file,
      place: place === '' ? '/' : short(place),
      reason: short(reason.replace(/\.$/, '')),
    }),
  );
}

function sumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
