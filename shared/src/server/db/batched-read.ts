import { isUuid } from '../../domain/uuid.ts';
import { createBatcher } from '../runtime/batcher.ts';
import type { Knex } from './knex.ts';
import { readQuery } from './read-query.ts';

/** Maximum number of keys per statement. */
const MAX_BATCH = 100;
/** Maximum wait for a stuck statement, in milliseconds; after it, waiting keys get another statement. */
const PATIENCE_MS = 100;

type Waiting<Row> = {
  key: readonly string[];
  resolve: (row: Row | null) => void;
  reject: (error: unknown) => void;
};

/**
 * Batches concurrent reads of single rows by uuid. Keys requested while a statement runs share the next one,
 * as sending and planning a statement costs several times what finding a row does. A single read is not
 * delayed. No read returns a state from before its request.
 * @param text selects from `asked(…)` and names the key of each row as `at`.
 * @returns a function that returns the row of a key, or null; keys that are not uuids have none.
 */
export function batchedRead<Row>(
  name: string,
  text: string,
): (db: Knex, ...key: string[]) => Promise<Row | null> {
  // Separate per transaction, so that its reads see its writes.
  const queues = new WeakMap<Knex, (waiting: Waiting<Row>) => void>();

  return (db, ...key) => {
    if (!key.every((part) => isUuid(part))) {
      return Promise.resolve(null);
    }
    let ask = queues.get(db);
    if (!ask) {
      ask = createBatcher({ handle: (batch) => answer(db, batch), most: MAX_BATCH, patienceMs: PATIENCE_MS });
      queues.set(db, ask);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Row | null>();
    ask({ key, resolve, reject });
    return promise;
  };

  async function answer(db: Knex, batch: readonly Waiting<Row>[]): Promise<void> {
    try {
      // As array literals: uuids need no escaping, and the driver's serialisation costs more than the query.
      const values = (batch[0]?.key ?? []).map(
        (_, part) => `{${batch.map(({ key }) => key[part]).join(',')}}`,
      );
      const rows = await readQuery<Row & { at: number }>(db, name, text, values);
      const found = new Map(rows.map((row) => [row.at, row]));
      batch.forEach(({ resolve }, index) => {
        resolve(found.get(index + 1) ?? null);
      });
    } catch (error) {
      for (const { reject } of batch) {
        reject(error);
      }
    }
  }
}

/**
 * Source of a batched read: a row `ask` for each key, with the key's parts under these names and its number,
 * `at`.
 */
export function asked(...parts: string[]): string {
  // In a subquery the planner cannot count the keys, so one plan serves every statement; otherwise each is
  // planned again.
  const arrays = parts.map((_, index) => `(select $${index + 1}::uuid[])`);
  return `unnest(${arrays.join(', ')}) with ordinality as ask (${parts.join(', ')}, at)`;
}
