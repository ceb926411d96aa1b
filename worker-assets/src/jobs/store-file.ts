import type { AssetRow } from '@diorama/shared/server/assets/assets.queries.ts';
import { storeFile } from '@diorama/shared/server/objects/objects.queries.ts';
import type { JobDeps } from './deps.ts';

/** Stores a file of a child before its folder is removed. @returns the object's id. */
export async function storeFileObject(
  deps: Pick<JobDeps, 'db' | 'store'>,
  asset: Pick<AssetRow, 'account_id'>,
  { path, contentType }: { path: string; contentType: string },
): Promise<string> {
  const object = await storeFile(deps, { accountId: asset.account_id, path, contentType });
  return object.id;
}
