import { listAssetFiles } from '@diorama/shared/server/db/read-models/assets.ts';
import type { JobDeps } from './deps.ts';
import type { JobFolder } from './job-folder.ts';

/**
 * Fetches the drawable files of a workspace's assets that are ready into the job's folder; others are left out, as the viewer leaves them
 * out. All of them together may be larger than this process may be, so none is read.
 * @returns where each lies, by iri.
 */
export async function loadSceneAssets(
  deps: Pick<JobDeps, 'db'>,
  { folder, accountId, assetIds }: { folder: JobFolder; accountId: string; assetIds: readonly string[] },
): Promise<Map<string, { path: string }>> {
  const files = await listAssetFiles(deps.db, accountId, assetIds);
  const loaded = new Map<string, { path: string }>();
  for (const [at, file] of files.entries()) {
    loaded.set(`/api/assets/${file.id}`, { path: await folder.fetch(file.main_object, `asset-${at}`) });
  }
  return loaded;
}
