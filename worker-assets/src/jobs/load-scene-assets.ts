import { stat } from 'node:fs/promises';
import { listAssetFiles } from '@diorama/shared/server/db/read-models/assets.ts';
import type { JobDeps } from './deps.ts';
import type { JobFolder } from './job-folder.ts';
import { unreadable } from './output-error.ts';

/** A file of a scene: its path, display name, and size. */
export type SceneFile = { path: string; name: string; bytes: number };

/**
 * Downloads the drawable files of ready assets of a workspace into the job's folder. Others are skipped, as
 * in the viewer.
 * Together they may exceed this process's memory, so none is read.
 * @returns the path of each, by iri.
 * @throws OutputError for an unavailable one.
 */
export async function loadSceneAssets(
  deps: Pick<JobDeps, 'db'>,
  { folder, accountId, assetIds }: { folder: JobFolder; accountId: string; assetIds: readonly string[] },
): Promise<Map<string, SceneFile>> {
  const files = await listAssetFiles(deps.db, accountId, assetIds);
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
