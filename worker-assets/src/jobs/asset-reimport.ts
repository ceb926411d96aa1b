import { replaceOldPicture } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { importFile } from '../import/import-file.ts';
import type { JobDeps } from './deps.ts';
import { fileFaultOf } from './file-fault.ts';
import { withJobFolder } from './job-folder.ts';
import { storePictureFiles } from './store-file.ts';

/**
 * Imports a picture again that is displayed in its original form. An unreadable picture stays as it is. The
 * storage quota counts the original, which stays.
 */
export function assetReimport(deps: JobDeps): JobHandler<'asset.renew'> {
  const { db } = deps;
  return async ({ assetId }, context) => {
    const asset = await findAsset(db, assetId);
    const original = asset?.original_object ?? null;
    if (asset?.status !== 'ready' || original === null || asset.main_object !== original) {
      return { status: 'gone' };
    }
    try {
      const isMade = await withJobFolder(deps, async (folder) => {
        const file = { name: asset.name, path: await folder.fetch(original, 'original') };
        const imported = await importFile(
          { pool: deps.pool, convertInPage: deps.stage.convert },
          { file, dir: folder.path, expects: 'picture', signal: context.signal },
        );
        if (imported.kind !== 'picture') {
          throw new Error('A picture was asked for');
        }
        if (imported.main === null) {
          return false;
        }
        const objects = await storePictureFiles(deps, asset, { imported, original });
        await context.commit(db, (trx) => replaceOldPicture(trx, asset, objects));
        return true;
      });
      return { status: isMade ? 'made' : 'kept' };
    } catch (error) {
      const fault = fileFaultOf(error, { isLastAttempt: context.isLastAttempt });
      if (!fault) {
        throw error;
      }
      context.logger.warn(
        { assetId, reason: fault.message, cause: fault.cause },
        'image is kept as uploaded',
      );
      return { status: 'kept' };
    }
  };
}
