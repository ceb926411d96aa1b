import { createHash } from 'node:crypto';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchivedLibraryItem,
  type ArchivedScene,
  type ArchiveManifest,
  archivePaths,
  MANIFEST_NAME,
} from '@diorama/shared/contract/workspace-archive.ts';
import { canonicalJson } from '@diorama/shared/domain/canonical-json.ts';
import { SCENE_FORM } from '@diorama/shared/scene/defaults.ts';
import { readStoredMaterial } from '@diorama/shared/scene/stored.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import type { ZipEntry } from '@diorama/shared/server/objects/zip-stream.ts';
import {
  type DocumentSource,
  findDocumentText,
} from '@diorama/shared/server/scenes/document-texts.queries.ts';
import { compactScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { canonicalDocumentInThread } from '@diorama/shared/server/scenes/scene-thread.ts';
import {
  type AssetToArchive,
  listArchiveAssets,
  listArchiveComponents,
  listArchiveScenes,
  readArchiveLists,
  readArchiveScene,
  readArchiveSettings,
} from '@diorama/shared/server/workspaces/workspace-archive.queries.ts';
import { jsonEntry, openObject } from './entries.ts';

/** Share of the progress that scenes take; files take the rest. */
const SCENES_PERCENT = 30;

type Deps = {
  db: Knex;
  store: ObjectStore;
  /** Called with the progress in per cent. */
  onProgress: (percent: number) => Promise<void>;
};

/**
 * All data of a workspace, file by file. Files come after the scenes that name them, and the manifest comes
 * last, so that it lists what the archive holds. Only one document is in memory at a time.
 */
export async function* workspaceArchive(deps: Deps, accountId: string): AsyncGenerator<ZipEntry> {
  const { db, onProgress } = deps;
  const scenes: ArchiveManifest['scenes'] = [];
  const ids = await listArchiveScenes(db, accountId);
  for (const [at, id] of ids.entries()) {
    const scene = yield* archiveScene(db, id);
    if (scene !== null) {
      const content = Buffer.from(canonicalJson(scene));
      scenes.push({ id, file: sumOf(content) });
      yield { name: archivePaths.scene(id), content };
    }
    await onProgress(((at + 1) / ids.length) * SCENES_PERCENT);
  }
  const settings = await readArchiveSettings(db, accountId);
  if (settings === null) {
    throw new Error('The workspace is gone');
  }
  const { assets, missing } = yield* archiveFiles(deps, await listArchiveAssets(db, accountId));
  const lists = await readArchiveLists(db, accountId);
  const versions = yield* archiveComponents(db, accountId);
  const manifest: ArchiveManifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    sceneForm: SCENE_FORM,
    createdAt: new Date().toISOString(),
    settings,
    ...lists,
    library: lists.library.map((item) => ({
      ...item,
      material: item.material === null ? null : readStoredMaterial(item.material),
      versions: versions.get(item.id) ?? [],
    })),
    assets,
    scenes,
    missing,
  };
  yield jsonEntry(MANIFEST_NAME, manifest);
}

/** The documents of all components in the library. @returns their versions by item */
async function* archiveComponents(
  db: Knex,
  accountId: string,
): AsyncGenerator<ZipEntry, Map<string, ArchivedLibraryItem['versions']>> {
  const versions = new Map<string, ArchivedLibraryItem['versions']>();
  for (const { id, item, ...version } of await listArchiveComponents(db, accountId)) {
    const content = await readDocument(db, 'library', id);
    if (content !== null) {
      versions.set(item, [...(versions.get(item) ?? []), { ...version, file: sumOf(content) }]);
      yield { name: archivePaths.component(item, version.number), content };
    }
  }
  return versions;
}

/** The documents of a scene. @returns its description, or null when it was deleted meanwhile. */
async function* archiveScene(db: Knex, id: string): AsyncGenerator<ZipEntry, ArchivedScene | null> {
  await compactScene(db, id);
  const scene = await readArchiveScene(db, id);
  const document = scene && (await readDocument(db, 'scene', id));
  if (!scene || document === null) {
    return null;
  }
  yield { name: archivePaths.document(id), content: document };
  const versions: ArchivedScene['versions'] = [];
  for (const version of scene.versions) {
    const content = await readDocument(db, 'version', version.id);
    if (content !== null) {
      versions.push({ ...version, file: sumOf(content) });
      yield { name: archivePaths.version(id, version.id), content };
    }
  }
  return { ...scene, document: sumOf(document), versions };
}

async function readDocument(db: Knex, source: DocumentSource, id: string): Promise<Buffer | null> {
  const text = await findDocumentText(db, source, id);
  return text === null ? null : Buffer.from(await canonicalDocumentInThread(text));
}

/** Each content once. @returns the assets whose content the archive holds, and those that the store has lost. */
async function* archiveFiles(
  { store, onProgress }: Deps,
  files: readonly AssetToArchive[],
): AsyncGenerator<ZipEntry, Pick<ArchiveManifest, 'assets' | 'missing'>> {
  const total = files.reduce((sum, { size }) => sum + size, 1);
  const assets: ArchiveManifest['assets'] = [];
  const missing: ArchiveManifest['missing'] = [];
  let [last, isHere, done] = ['', false, 0];
  for (const { key, ...asset } of files) {
    if (asset.file !== last) {
      const content = await openObject(store, key);
      [last, isHere] = [asset.file, content !== null];
      if (content !== null) {
        yield { name: archivePaths.file(asset.file), content };
      }
    }
    if (isHere) {
      assets.push(asset);
    } else {
      missing.push({ id: asset.id, name: asset.name });
    }
    done += asset.size;
    await onProgress(SCENES_PERCENT + (done / total) * (99 - SCENES_PERCENT));
  }
  return { assets, missing };
}

function sumOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
