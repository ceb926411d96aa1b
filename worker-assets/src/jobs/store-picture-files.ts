import type { PictureObjects } from '@diorama/shared/server/assets/asset-import.queries.ts';
import type { AssetRow } from '@diorama/shared/server/assets/assets.queries.ts';
import type { ImportedPicture } from '../import/import-file.ts';
import type { JobDeps } from './deps.ts';
import { storeFileObject } from './store-file.ts';

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
    thumbnail: await storeFileObject(deps, asset, { path: thumbnail, contentType: 'image/webp' }),
  };
}
