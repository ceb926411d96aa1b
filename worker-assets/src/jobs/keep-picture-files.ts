import type { AssetRow } from '@diorama/shared/server/db/read-models/assets.ts';
import type { PictureObjects } from '@diorama/shared/server/db/repositories/asset-import.ts';
import type { ImportedPicture } from '../import/import-file.ts';
import type { JobDeps } from './deps.ts';
import { keepFile } from './keep-file.ts';

/** Stores the result of a picture's import; the original itself where no change was needed. */
export async function keepPictureFiles(
  deps: Pick<JobDeps, 'db' | 'store'>,
  asset: Pick<AssetRow, 'account_id'>,
  { imported, original }: { imported: ImportedPicture; original: string },
): Promise<PictureObjects> {
  const { main, mimeType, mobile, mobileType, thumbnail } = imported;
  return {
    main: main === null ? original : await keepFile(deps, asset, { path: main, contentType: mimeType }),
    mobile: mobile === null ? null : await keepFile(deps, asset, { path: mobile, contentType: mobileType }),
    thumbnail: await keepFile(deps, asset, { path: thumbnail, contentType: 'image/webp' }),
  };
}
