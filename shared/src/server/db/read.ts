import type { Knex } from 'knex';
import pg from 'pg';

/**
 * Runs a hand-written query as a prepared statement, for the reads that are done thousands of times a second:
 * neither built nor planned anew. Works on a pool and inside a transaction.
 * @param name of the statement, unique for its text over the whole process.
 * @returns the rows as the driver parsed them; `Row` is the caller's word for the columns that its own text names.
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
      // A query of the driver's own class, as a plain one is copied property by property, descriptors and all.
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
      // What leads here, not what led to the socket.
      Error.captureStackTrace(error);
    }
    throw error;
  } finally {
    await db.client.releaseConnection(connection);
  }
}
