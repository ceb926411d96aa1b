import { isUuid } from '../../domain/uuid.ts';
import { gather } from '../gather.ts';
import type { Knex } from './knex.ts';
import { readQuery } from './read.ts';

/** Keys that share one statement at most. */
const MAX_BATCH = 100;
/** Nobody waits longer than this for a statement that is stuck: what waits is asked beside it. */
const PATIENCE_MS = 100;

type Waiting<Row> = {
  key: readonly string[];
  resolve: (row: Row | null) => void;
  reject: (error: unknown) => void;
};

/**
 * A read of one row by uuids that many requests do at the same moment. What is asked while the statement runs is asked
 * together by the next one, as sending and planning a statement costs several times what finding a row does. A read that
 * comes alone waits for nothing, and none sees the database as it was before it was asked for.
 * @param text selects from `asked(…)` and names the key of each row as `at`.
 * @returns a function that gives the row of a key, or null; whatever is not a uuid has none.
 */
export function batchedRead<Row>(
  name: string,
  text: string,
): (db: Knex, ...key: string[]) => Promise<Row | null> {
  // A transaction is a database of its own here: what is asked in it sees what was written in it.
  const queues = new WeakMap<Knex, (waiting: Waiting<Row>) => void>();

  return (db, ...key) => {
    if (!key.every((part) => isUuid(part))) {
      return Promise.resolve(null);
    }
    let ask = queues.get(db);
    if (!ask) {
      ask = gather({ handle: (batch) => answer(db, batch), most: MAX_BATCH, patienceMs: PATIENCE_MS });
      queues.set(db, ask);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Row | null>();
    ask({ key, resolve, reject });
    return promise;
  };

  async function answer(db: Knex, batch: readonly Waiting<Row>[]): Promise<void> {
    try {
      // As array literals: uuids need no escaping, and the driver's own way costs more than the query.
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
 * What a batched read selects from: a row `ask` for each key, with the key's parts under these names and its number, `at`.
 */
export function asked(...parts: string[]): string {
  // Behind a select the planner cannot count the keys, so one plan serves them all; else every statement is planned anew.
  const arrays = parts.map((_, index) => `(select $${index + 1}::uuid[])`);
  return `unnest(${arrays.join(', ')}) with ordinality as ask (${parts.join(', ')}, at)`;
}
