import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { tellOverdue } from '@diorama/shared/server/db/repositories/overdue-storage.ts';
import { noteOverflows } from '@diorama/shared/server/db/repositories/overflows.ts';
import {
  emptyTrash,
  findUnknownKeys,
  forgetExpired,
  takeOrphans,
} from '@diorama/shared/server/db/storage-sweep.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import type { JobDeps } from './deps.ts';

const DAY_MS = 24 * 60 * 60_000;
const PAGE = 500;

/**
 * Removes what nothing refers to: rows first and their bytes after the commit, then bytes in the store that have no
 * row, which is what a crash between the two leaves behind.
 */
export function storageSweep({ db, store, publicUrl }: Pick<JobDeps, 'db' | 'store' | 'publicUrl'>) {
  return async (
    _payload: PayloadOf<'storage.sweep'>,
    context: JobContext,
  ): Promise<ResultOf<'storage.sweep'>> => {
    let removed = 0;
    const remove = async (keys: readonly string[]) => {
      for (const key of keys) {
        await store.delete(key);
        removed += 1;
      }
    };
    await transact(db, forgetExpired);
    await db.transaction(noteOverflows);
    const page = `${publicUrl}/{lang}/storage?workspace={account}`;
    while (!context.signal.aborted && (await db.transaction((trx) => tellOverdue(trx, page)))) {
      // The next batch at once.
    }
    while (!context.signal.aborted && (await db.transaction(emptyTrash))) {
      // The next batch at once.
    }
    for (let keys = await takeBatch(); keys.length > 0 && !context.signal.aborted; keys = await takeBatch()) {
      await remove(keys);
    }
    for await (const keys of oldKeys(store)) {
      await remove(await findUnknownKeys(db, keys));
      if (context.signal.aborted) {
        break;
      }
    }
    return { removed };
  };

  function takeBatch(): Promise<string[]> {
    return db.transaction((trx) => takeOrphans(trx));
  }
}

/** The keys of objects that are older than any work that is going on, page by page. */
async function* oldKeys(store: JobDeps['store']): AsyncGenerator<string[]> {
  const before = Date.now() - DAY_MS;
  let page: string[] = [];
  for await (const object of store.list('')) {
    if (object.modifiedAt.getTime() < before) {
      page.push(object.key);
    }
    if (page.length >= PAGE) {
      yield page;
      page = [];
    }
  }
  yield page;
}
