import { readObject } from '@diorama/shared/server/db/objects.ts';
import { listAssetFiles } from '@diorama/shared/server/db/read-models/assets.ts';
import type { JobDeps } from './deps.ts';

/** The drawable files of a workspace's assets that are ready, by iri; others are left out, as the viewer leaves them out. */
export async function loadSceneAssets(
  deps: JobDeps,
  accountId: string,
  assetIds: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const files = await listAssetFiles(deps.db, accountId, assetIds);
  const loaded = new Map<string, Uint8Array>();
  for (const file of files) {
    loaded.set(`/api/assets/${file.id}`, new Uint8Array(await readObject(deps, file.main_object)));
  }
  return loaded;
}
