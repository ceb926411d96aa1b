import { stat } from 'node:fs/promises';
import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { type AssetFiles, listAssetFiles } from '@diorama/shared/server/assets/assets.queries.ts';
import type { JobDeps } from './deps.ts';
import type { JobFolder } from './job-folder.ts';
import { unreadable } from './output-error.ts';

/** A file of a scene: path, display name, and size in bytes. */
export type SceneFile = { path: string; name: string; bytes: number };

/**
 * Downloads the drawable files of ready assets to the job's folder. Others and sounds are skipped.
 * @returns the files by IRI.
 * @throws OutputError when a file cannot be downloaded.
 */
export async function loadSceneAssets(
  deps: Pick<JobDeps, 'db'>,
  { folder, accountId, assetIds }: { folder: JobFolder; accountId: string; assetIds: readonly string[] },
): Promise<Map<string, SceneFile>> {
  return loadFiles(folder, await listDrawableFiles(deps, accountId, assetIds));
}

/** The drawable files of ready assets: all but sounds. */
export async function listDrawableFiles(
  { db }: Pick<JobDeps, 'db'>,
  accountId: string,
  assetIds: readonly string[],
): Promise<AssetFiles[]> {
  const files = await listAssetFiles(db, accountId, assetIds);
  return files.filter(({ type }) => type !== ASSET_TYPE.sound);
}

/**
 * Downloads files of assets to the job's folder. No file is read into memory, because together they may exceed the
 * memory limit.
 * @returns the files by IRI.
 * @throws OutputError when a file cannot be downloaded.
 */
export async function loadFiles(
  folder: JobFolder,
  files: readonly AssetFiles[],
): Promise<Map<string, SceneFile>> {
  const loaded = new Map<string, SceneFile>();
  for (const [at, { id, name, main_object: object }] of files.entries()) {
    try {
      const path = await folder.fetch(object, `asset-${at}`);
      loaded.set(`/api/assets/${id}`, { path, name, bytes: (await stat(path)).size });
    } catch (cause) {
      throw unreadable(name, cause);
    }
  }
  return loaded;
}
