import type { Knex } from 'knex';
import pg from 'pg';

/**
 * Runs a hand-written query as a prepared statement, for reads that run thousands of times a second: neither
 * built nor planned each time. Works on a pool and inside a transaction.
 * @param name of the statement, unique for its text in the whole process.
 * @returns the rows as the driver parsed them; the caller declares the columns as `Row`.
 */
export async function readQuery<Row>(
  db: Knex,
  name: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const connection: pg.Client = await db.client.acquireConnection();
  try {
    return await new Promise<Row[]>((resolve, reject) => {
      // A query object of the driver's class, as a plain config is copied property by property, with
      // descriptors.
      const query = new pg.Query(text, [...values], (error: Error | null | undefined, result) => {
        if (error) {
          reject(error);
        } else {
          resolve(result.rows as Row[]);
        }
      });
      connection.query(Object.assign(query, { name }));
    });
  } catch (error) {
    if (error instanceof Error) {
      // Stack of the caller instead of the socket's.
      Error.captureStackTrace(error);
    }
    throw error;
  } finally {
    await db.client.releaseConnection(connection);
  }
}

type Statement = [text: string, values: readonly unknown[]];

/** Rows of a page, and the number of rows on all pages. */
export type PageOf<Row> = { rows: Row[]; total: number };

/**
 * Reads a page by two {@link readQuery prepared statements} at once.
 * @param query.total - its column `total` is the number of all rows
 */
export async function readPage<Row>(
  db: Knex,
  query: { name: string; rows: Statement; total: Statement },
): Promise<PageOf<Row>> {
  const [rows, counts] = await Promise.all([
    readQuery<Row>(db, query.name, ...query.rows),
    readQuery<{ total: number }>(db, `${query.name} count`, ...query.total),
  ]);
  return { rows, total: counts[0]?.total ?? 0 };
}
