import type { Wakes, WakeTopic } from '../wakes.ts';
import type { Knex } from './knex.ts';

/**
 * Wakes whoever waits for the rows that were just written, once they are committed: in a transaction when its outermost
 * one is, outside of one now. What is rolled back wakes nobody, nor does a pool that was made without `wakes`.
 */
export function wakeAfterCommit(trx: Knex, topic: WakeTopic): void {
  const outermost = outermostOf(trx);
  // Asked of the outermost one, as knex hands nothing down to savepoints.
  const wakes: Wakes | undefined = outermost.userParams.wakes;
  if (!wakes) {
    return;
  }
  if (!('executionPromise' in outermost)) {
    wakes.wake(topic);
    return;
  }
  outermost.executionPromise.then(
    () => wakes.wake(topic),
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
