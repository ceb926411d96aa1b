import { holdForOpenPayments } from '@diorama/shared/server/billing/close-billing.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import {
  erasePerson,
  eraseWorkspaces,
  listArchiveKeys,
  listClosed,
} from '@diorama/shared/server/workspaces/account-lifecycle.queries.ts';

/** Number of files removed at once. */
const BATCH = 16;

/**
 * Removes closed workspaces and the personal data of a user who has left. A workspace with open payments
 * stays until the sweep of the orders finds them settled and requests the erasure again. Files go before
 * rows, so a killed run can be repeated; removing a missing file does nothing.
 */
export function accountErase(deps: { db: Knex; store: ObjectStore }): JobHandler<'account.erase'> {
  const { db, store } = deps;
  return async ({ userId, accountIds }, context) => {
    const held = new Set(await holdForOpenPayments(db, accountIds));
    const closed = (await listClosed(db, accountIds)).filter((id) => !held.has(id));
    let files = 0;
    const remove = async (keys: readonly string[]) => {
      context.signal.throwIfAborted();
      await Promise.all(keys.map((key) => store.delete(key)));
      files += keys.length;
    };
    for (const accountId of closed) {
      for await (const keys of inBatches(store.list(`${accountId}/`))) {
        await remove(keys);
      }
    }
    await remove(await listArchiveKeys(db, { userId, accountIds: closed }));
    await context.commit(db, async (trx) => {
      await eraseWorkspaces(trx, closed);
      if (userId !== null) {
        await erasePerson(trx, userId);
      }
    });
    return { files };
  };
}

async function* inBatches(files: AsyncIterable<{ key: string }>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { key } of files) {
    batch.push(key);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}
