import type { Knex } from '../db/knex.ts';
import type { CommitNotifications, NotificationTopic } from './commit-notifications.ts';

/**
 * Notifies waiters for the rows that were just written, after the commit of the outermost transaction, or
 * immediately outside of one. A rollback notifies no one, nor does a pool that was created without `commitNotifications`.
 */
export function notifyAfterCommit(trx: Knex, topic: NotificationTopic): void {
  const outermost = outermostOf(trx);
  // Read from the outermost one, as knex does not pass it to savepoints.
  const commitNotifications: CommitNotifications | undefined = outermost.userParams.commitNotifications;
  if (!commitNotifications) {
    return;
  }
  if (!('executionPromise' in outermost)) {
    commitNotifications.wake(topic);
    return;
  }
  outermost.executionPromise.then(
    () => commitNotifications.wake(topic),
    () => undefined,
  );
}

function outermostOf(trx: Knex): Knex | Knex.Transaction {
  let outermost: Knex & { parentTransaction?: Knex } = trx;
  while (outermost.parentTransaction) {
    outermost = outermost.parentTransaction;
  }
  return outermost;
}
