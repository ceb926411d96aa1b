import knex, { type Knex } from 'knex';
import { createLogger } from '../logger.ts';
import type { Wakes } from '../wakes.ts';
import { type DbDeadlines, guardConnections } from './deadlines.ts';
import { typeParsers } from './parsers.ts';

export type { Knex } from 'knex';

/** A connection that is opened anew costs a process of the server and all that it knows of tables: it outlives a pause of people. */
export const IDLE_CONNECTION_MS = 5 * 60_000;

/** Makes a session of ours: times in UTC, and dead peers noticed instead of waited for. */
export function connectionOptions(url: string, name: string) {
  return {
    connectionString: url,
    application_name: name,
    options: '-c TimeZone=UTC',
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 5_000,
    types: typeParsers,
  };
}

/**
 * A pool of connections to PostgreSQL, at most `max`, opened when needed. A connection that is lost while idle is
 * replaced; a query that is running on it fails, the process never does.
 * @param url `postgres://…`
 * @param options `name` is what the server's own views call these connections; `wakes` are told of events that are committed
 *   through this pool, which without them wait until somebody looks. Without `deadlines` statements take as long as they take.
 */
export function createDb(
  url: string,
  options: { max?: number; name: string; wakes?: Wakes; deadlines?: DbDeadlines },
): Knex {
  const { max = 10, name, wakes, deadlines } = options;
  const logger = createLogger(name);
  const acquireTimeoutMillis = deadlines?.acquireMs ?? 10_000;
  const plain = connectionOptions(url, name);
  const connection = deadlines
    ? { ...plain, options: `${plain.options} -c statement_timeout=${deadlines.statementMs}` }
    : plain;
  const db = knex({
    client: 'pg',
    connection,
    pool: { min: 0, max, idleTimeoutMillis: IDLE_CONNECTION_MS, acquireTimeoutMillis },
    acquireConnectionTimeout: acquireTimeoutMillis,
    log: {
      // What it says of lost connections the failing query says too, to somebody who can do something about it.
      warn: (message) => logger.debug({ message: String(message) }, 'knex warns'),
      error: (message) => logger.debug({ message: String(message) }, 'knex reports an error'),
    },
  });
  if (deadlines) {
    guardConnections(db, { deadlines, settings: connection, logger });
  }
  // Handed down to every transaction, which is where events are recorded.
  db.userParams = { wakes };
  return db;
}
