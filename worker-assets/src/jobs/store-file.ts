import type { PictureObjects } from '@diorama/shared/server/assets/asset-import.queries.ts';
import type { AssetRow } from '@diorama/shared/server/assets/assets.queries.ts';
import { storeFile } from '@diorama/shared/server/objects/objects.queries.ts';
import type { ImportedPicture } from '../import/import-file.ts';
import type { JobDeps } from './deps.ts';

/** Stores a file of a child before its folder is removed. @returns the object's id. */
export async function storeFileObject(
  deps: Pick<JobDeps, 'db' | 'store'>,
  { account_id: accountId }: Pick<AssetRow, 'account_id'>,
  { path, contentType }: { path: string; contentType: string },
): Promise<string> {
  const object = await storeFile(deps, { accountId, path, contentType });
  return object.id;
}

/** Stores the files of an imported picture. The original itself is used when nothing had to be changed. */
export async function storePictureFiles(
  deps: Pick<JobDeps, 'db' | 'store'>,
  asset: Pick<AssetRow, 'account_id'>,
  { imported, original }: { imported: ImportedPicture; original: string },
): Promise<PictureObjects> {
  const { main, mimeType, mobile, mobileType, thumbnail } = imported;
  return {
    main:
      main === null ? original : await storeFileObject(deps, asset, { path: main, contentType: mimeType }),
    mobile:
      mobile === null ? null : await storeFileObject(deps, asset, { path: mobile, contentType: mobileType }),
    thumbnail:
      thumbnail === null
        ? null
        : await storeFileObject(deps, asset, { path: thumbnail, contentType: 'image/webp' }),
  };
}
