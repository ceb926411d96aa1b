import { CodedError } from '@diorama/shared/contract/errors.ts';
import { recordLive } from '@diorama/shared/server/delivery/live-events.queries.ts';
import { type JobHandler, UnrecoverableJobError } from '@diorama/shared/server/jobs/worker.ts';
import { checkStorage, notifyStorage } from '@diorama/shared/server/storage/storage.queries.ts';
import type { JobDeps } from './deps.ts';

/**
 * Recounts a workspace's storage from its originals, corrects the usage, and warns its owner near the limit.
 */
export function storageCheck({
  db,
  publicUrl,
}: Pick<JobDeps, 'db' | 'publicUrl'>): JobHandler<'storage.check'> {
  return async ({ accountId }, context) => {
    try {
      return await context.commit(db, async (trx) => {
        const result = await checkStorage(trx, accountId);
        if (result.corrected !== 0) {
          context.logger.warn({ accountId, ...result }, 'workspace storage count was corrected');
          await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
        }
        const page = `storage?workspace=${accountId}`;
        await notifyStorage(trx, accountId, `${publicUrl}/{lang}/${page}`);
        return result;
      });
    } catch (error) {
      if (error instanceof CodedError) {
        throw new UnrecoverableJobError(`There is no workspace ${accountId}`, error.code);
      }
      throw error;
    }
  };
}
