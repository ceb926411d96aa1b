import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { replaceOldPicture } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { type ImportDeps, type ImportedPicture, importFile } from '../import/import-file.ts';
import type { JobDeps } from './deps.ts';
import { fileFaultOf } from './file-fault.ts';
import { withJobFolder } from './job-folder.ts';
import { storePictureFiles } from './store-file.ts';

/**
 * Imports a picture again that is displayed in its original form. An unreadable picture stays as it is. The
 * storage quota counts the original, which stays.
 */
export function assetRenew(deps: JobDeps) {
  const { db } = deps;
  return async (
    { assetId }: PayloadOf<'asset.renew'>,
    context: JobContext,
  ): Promise<ResultOf<'asset.renew'>> => {
    const asset = await findAsset(db, assetId);
    const original = asset?.original_object ?? null;
    if (asset?.status !== 'ready' || original === null || asset.main_object !== original) {
      return { status: 'gone' };
    }
    const keep = async (imported: ImportedPicture) => {
      const objects = await storePictureFiles(deps, asset, { imported, original });
      await transact(db, async (trx) => {
        await replaceOldPicture(trx, asset, objects);
        await context.complete(trx);
      });
    };
    try {
      const isMade = await withJobFolder(deps, async (folder) => {
        const path = await folder.fetch(original, 'original');
        return importPicture(deps, { file: { name: asset.name, path }, signal: context.signal }, keep);
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

/** @returns whether the import produced a file that differs from the original. */
function importPicture(
  { pool, tmpDir }: Pick<JobDeps, 'pool' | 'tmpDir'>,
  { file, signal }: { file: { name: string; path: string }; signal: AbortSignal },
  keep: (imported: ImportedPicture) => Promise<void>,
): Promise<boolean> {
  const convertInPage: ImportDeps['convertInPage'] = () => {
    throw new Error('A picture is not converted in a page');
  };
  return importFile(
    { pool, tmpDir, convertInPage },
    { file, expects: 'picture', signal },
    async (imported) => {
      if (imported.kind !== 'picture') {
        throw new Error('A picture was asked for');
      }
      const isMade = imported.main !== null;
      if (isMade) {
        await keep(imported);
      }
      return isMade;
    },
  );
}
