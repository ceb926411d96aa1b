import knex, { type Knex } from 'knex';
import pg from 'pg';
import type { CommitNotifications } from '../delivery/commit-notifications.ts';
import { createLogger } from '../runtime/logger.ts';
import { type DbDeadlines, guardConnections } from './deadlines.ts';

const OID = { int8: 20, date: 1_082, timestamptz: 1_184 } as const;

/**
 * Type parsers of PostgreSQL values: int8 to number (all of ours stay below 2^53), timestamptz to an ISO 8601
 * string in UTC, date to its text. Other types use the driver's parsers; json is parsed. Times are not parsed
 * to Date, as that costs more than the rest of a row.
 */
const typeParsers = {
  getTypeParser: (oid: number, format?: string) => {
    if (format === 'binary') {
      return pg.types.getTypeParser(oid, 'binary');
    }
    if (oid === OID.timestamptz) {
      return toIsoTime;
    }
    if (oid === OID.int8) {
      return Number;
    }
    return oid === OID.date ? String : pg.types.getTypeParser(oid, 'text');
  },
};

export type { Knex } from 'knex';

/**
 * Idle time before a connection is closed. It is long, as a new connection costs a server process with its
 * caches.
 */
export const IDLE_CONNECTION_MS = 5 * 60_000;

/** Connection options: times in UTC, and TCP keep-alive to detect dead peers. */
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
 * A pool of at most `max` connections to PostgreSQL, opened when needed. A connection that is lost while idle
 * is replaced; a query that is running on it fails, the process never does.
 * @param url `postgres://…`
 * @param options `name` is the application name in the server's views; `commitNotifications` is notified of events
 * committed through this pool, which otherwise wait for the next poll. Without `deadlines` statements have no
 * time limit.
 */
export function createDb(
  url: string,
  options: { max?: number; name: string; commitNotifications?: CommitNotifications; deadlines?: DbDeadlines },
): Knex {
  const { max = 10, name, commitNotifications, deadlines } = options;
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
      // The failing query reports lost connections too, to a caller that can handle them.
      warn: (message) => logger.debug({ message: String(message) }, 'knex warning'),
      error: (message) => logger.debug({ message: String(message) }, 'knex error'),
    },
  });
  if (deadlines) {
    guardConnections(db, { deadlines, settings: connection, logger });
  }
  // Inherited by every transaction, in which events are recorded.
  db.userParams = { commitNotifications };
  return db;
}

/** Runs a statement. @throws Error while the database cannot be used. */
export async function pingDatabase(db: Knex): Promise<void> {
  await db.raw('select 1');
}

/**
 * Converts `2026-01-02 03:04:05.123456+00`, the format of a session in UTC, to `2026-01-02T03:04:05.123456Z`.
 */
function toIsoTime(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;
}
