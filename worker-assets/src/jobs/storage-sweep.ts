import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { notifyOverdue } from '@diorama/shared/server/storage/overdue-storage.queries.ts';
import { recordOverflows } from '@diorama/shared/server/storage/overflows.queries.ts';
import {
  claimOrphans,
  emptyTrash,
  findUnknownKeys,
  forgetExpired,
} from '@diorama/shared/server/storage/storage-sweep.queries.ts';
import type { JobDeps } from './deps.ts';

const DAY_MS = 24 * 60 * 60_000;
const PAGE = 500;

/**
 * Removes unreferenced objects: first rows, then their bytes after the commit. Then removes stored bytes
 * without a row, which a crash in between leaves behind.
 */
export function storageSweep({
  db,
  store,
  publicUrl,
}: Pick<JobDeps, 'db' | 'store' | 'publicUrl'>): JobHandler<'storage.sweep'> {
  return async (_payload, context) => {
    let removed = 0;
    const remove = async (keys: readonly string[]) => {
      for (const key of keys) {
        await store.delete(key);
        removed += 1;
      }
      return keys.length > 0;
    };
    const page = `${publicUrl}/{lang}/storage?workspace={account}`;
    const repeat = async (batch: () => Promise<unknown>) => {
      while (!context.signal.aborted && (await batch())) {
        // The next batch follows at once.
      }
    };
    const stages = [
      () => transact(db, forgetExpired),
      () => db.transaction(recordOverflows),
      () => repeat(() => db.transaction((trx) => notifyOverdue(trx, page))),
      () => repeat(() => db.transaction(emptyTrash)),
      () => repeat(async () => remove(await db.transaction((trx) => claimOrphans(trx)))),
      () => removeUnknown({ db, store, signal: context.signal, remove }),
    ];
    const errors: unknown[] = [];
    for (const stage of stages) {
      // A failing stage, for example a scene that cannot be erased, does not stop the others.
      await stage().catch((err: unknown) => errors.push(err));
    }
    if (errors.length > 0) {
      throw new AggregateError(errors, 'Parts of the storage could not be swept');
    }
    return { removed };
  };
}

/** Removes stored bytes without a row. */
async function removeUnknown(sweep: {
  db: Knex;
  store: JobDeps['store'];
  signal: AbortSignal;
  remove: (keys: readonly string[]) => Promise<boolean>;
}): Promise<void> {
  for await (const keys of oldKeys(sweep.store)) {
    await sweep.remove(await findUnknownKeys(sweep.db, keys));
    if (sweep.signal.aborted) {
      return;
    }
  }
}

/** Keys of objects that are older than any running job, page by page. */
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
