import { stat } from 'node:fs/promises';
import { listAssetFiles } from '@diorama/shared/server/db/read-models/assets.ts';
import type { JobDeps } from './deps.ts';
import type { JobFolder } from './job-folder.ts';
import { unreadable } from './output-error.ts';

/** A file of a scene: where it lies, what people call it, and how large it is. */
export type SceneFile = { path: string; name: string; bytes: number };

/**
 * Fetches the drawable files of a workspace's assets that are ready into the job's folder; others are left out, as the viewer leaves them
 * out. All of them together may be larger than this process may be, so none is read.
 * @returns where each lies, by iri.
 * @throws OutputError for one that is not to be had.
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
