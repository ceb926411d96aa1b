import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from './knex.ts';

/** Maximum number of attempts of a transaction. */
const MAX_TRIES = 4;
/**
 * Additional maximum wait before each further attempt, in milliseconds, so that two do not conflict again.
 */
const WAIT_MS = 50;
/** PostgreSQL error codes of conflicts: a deadlock, and a serialisation failure. */
const IN_THE_WAY = new Set(['40P01', '40001']);

/** Data read before the transaction's lock has changed, so it has to restart, as {@link transact} does. */
export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
  readonly code = '40001';
}

/**
 * Runs a transaction, and restarts it after a conflict, up to a few times. So `work` may only read and write
 * through its `trx`: other side effects would be repeated. Within another transaction it is a part of that,
 * and is not restarted separately.
 * @throws errors of `work`; the last error where every attempt conflicts.
 */
export async function transact<Result>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (db.isTransaction || tries >= MAX_TRIES || !isInTheWay(error)) {
        throw error;
      }
    }
    await sleep(Math.random() * WAIT_MS * tries);
  }
}

function isInTheWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && IN_THE_WAY.has(String(error.code));
}

/** Whether a statement failed because a unique value exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
