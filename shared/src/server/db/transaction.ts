import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from './knex.ts';

/** How often a transaction is begun at most. */
const MOST_TRIES = 4;
/** Before each further time it waits for up to so long more, in milliseconds, so that two are not in each other's way again. */
const WAIT_MS = 50;
/** What PostgreSQL calls a transaction that it ended because another was in its way: a deadlock, and a change meanwhile. */
const IN_THE_WAY = new Set(['40P01', '40001']);

/** What a transaction had looked at before it locked it has changed: it is to begin anew, as {@link transact} does. */
export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
  readonly code = '40001';
}

/**
 * Runs a transaction, and runs it again where another one was in its way, a few times at most. So `work` must do nothing but
 * read and write by its `trx`: what it sends, stores or counts besides would be done again.
 * Within another transaction it is a part of that, and is not begun anew by itself.
 * @throws what `work` throws; the last error where others are always in its way.
 */
export async function transact<Result>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (db.isTransaction || tries >= MOST_TRIES || !isInTheWay(error)) {
        throw error;
      }
    }
    await sleep(Math.random() * WAIT_MS * tries);
  }
}

function isInTheWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && IN_THE_WAY.has(String(error.code));
}
