import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { findStorageQuota } from '@diorama/shared/server/storage/storage.queries.ts';
import type { Deps } from '../deps.ts';

const MILLION = 1_000_000;

/**
 * Storage for what users send or copy. A workspace stores several times its quota a day, also if it deletes files
 * meanwhile: their bytes stay in the store for a day.
 * @throws CodedError `upload.limit` beyond that, when bytes are stored
 */
export function limitedStorage(deps: Pick<Deps, 'db' | 'limits' | 'store'>) {
  const admit = async (accountId: string, size: number) => {
    if (accountId !== LIBRARY_ACCOUNT_ID) {
      const quota = await findStorageQuota(deps.db, accountId);
      await deps.limits.consume('stored-bytes', accountId, Math.ceil((size / quota) * MILLION));
    }
  };
  return { db: deps.db, store: deps.store, admit };
}
