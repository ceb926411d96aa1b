import { CodedError } from '@diorama/shared/contract/errors.ts';
import { copyObject } from '@diorama/shared/server/objects/objects.queries.ts';
import {
  type AssetToCopy,
  adoptAsset,
  listAssetsToCopy,
} from '@diorama/shared/server/scenes/scene-import.queries.ts';
import type { Deps } from '../../deps.ts';
import { limitedStorage } from '../../limits/limited-storage.ts';

/** A file, and the scene of another workspace that receives a copy. */
type CopyJob = {
  asset: { id: string; accountId: string };
  target: { accountId: string; compositionId: string; userId: string };
};

/**
 * Copies a file of another workspace into a scene's workspace, with its bytes.
 * @returns the copy's id.
 * @throws CodedError `asset.not-ready`, `security.account.storage-full`, `upload.limit`.
 */
export async function copyAsset(
  deps: Pick<Deps, 'db' | 'limits' | 'store'>,
  { asset, target }: CopyJob,
): Promise<string> {
  const [found] = await listAssetsToCopy(deps.db, asset.accountId, [asset.id]);
  if (!found) {
    throw new CodedError('asset.not-ready');
  }
  const objects = await copyObjects(deps, [found], target.accountId);
  return deps.db.transaction((trx) => adoptAsset(trx, found, { ...target, objects }));
}

/** The copies of all objects of some assets, by the original's id. */
export async function copyObjects(
  deps: Pick<Deps, 'db' | 'limits' | 'store'>,
  assets: readonly AssetToCopy[],
  accountId: string,
): Promise<Map<string, string>> {
  const wanted = new Set(
    assets.flatMap((asset) => [
      asset.original_object,
      asset.main_object,
      asset.mobile_object,
      asset.thumbnail_object,
    ]),
  );
  const storage = limitedStorage(deps);
  const copies = new Map<string, string>();
  for (const object of wanted) {
    const copy = object && (await copyObject(storage, object, accountId));
    if (object && copy) {
      copies.set(object, copy);
    }
  }
  return copies;
}
