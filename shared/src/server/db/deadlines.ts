import { Socket } from 'node:net';
import type { Knex } from 'knex';
import pg from 'pg';
import type { Logger } from '../runtime/logger.ts';
import { timeoutError, withTimeout } from '../runtime/with-timeout.ts';

/** Time limits of PostgreSQL access, in milliseconds. */
export type DbDeadlines = {
  /** Wait for a connection of the pool. */
  acquireMs: number;
  /** Duration of a statement, enforced by the server. */
  statementMs: number;
  /** Wait for an answer, after which the connection is closed: longer than `statementMs`. */
  answerMs: number;
};

/**
 * A request with a silent PostgreSQL is answered within the sum of these limits, which is less than ten
 * seconds.
 */
export const REQUEST_DEADLINES: DbDeadlines = { acquireMs: 3_000, statementMs: 5_000, answerMs: 6_000 };

/** Interval of checks whether a silent server answers again. */
const PROBE_MS = 500;

/**
 * Closes connections whose server is silent, and rejects new statements immediately until it answers again.
 * So a request with several statements is answered in time too. Then all older connections are replaced, as
 * each of them may have been lost without a word.
 */
export function guardConnections(
  db: Knex,
  { deadlines, settings, logger }: { deadlines: DbDeadlines; settings: pg.ClientConfig; logger: Logger },
): void {
  const { answerMs } = deadlines;
  let isSilent = false;
  let answersSince = 0;
  const isCurrent = ({ openedAt }: GuardedConnection) => openedAt >= answersSince;

  const recordSilence = (connection: GuardedConnection) => {
    if (!isSilent && isCurrent(connection)) {
      isSilent = true;
      logger.warn('PostgreSQL is not responding');
      setTimeout(probe, PROBE_MS).unref();
    }
  };
  const probe = async () => {
    const client = new pg.Client(settings);
    // The failing query below reports the lost connection as well.
    client.on('error', () => undefined);
    try {
      await withTimeout(
        answerMs,
        'PostgreSQL',
        client.connect().then(() => client.query('select 1')),
      );
      isSilent = false;
      answersSince = performance.now();
      logger.info('PostgreSQL is responding again');
    } catch {
      setTimeout(probe, PROBE_MS).unref();
    }
    client.end().catch(() => undefined);
  };

  const GuardedClient = guardedClient({ answerMs, onSilence: recordSilence });
  const { client } = db;
  client.driver = { ...client.driver, Client: GuardedClient };
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = async () => {
    if (isSilent) {
      throw timeoutError('PostgreSQL');
    }
    return acquire();
  };
  // The pool destroys a connection that is not valid, and takes another one.
  client.validateConnection = async (connection: GuardedConnection) => {
    if (!isCurrent(connection)) {
      connection.cut();
      return false;
    }
    return true;
  };
}

/** @property openedAt on the clock of `performance.now()` */
type GuardedConnection = { openedAt: number; cut(): void };

/**
 * Class of connections that are destroyed when their server does not answer a statement.
 * @param options.answerMs - milliseconds until an answer must begin to arrive
 */
export function guardedClient({
  answerMs,
  onSilence,
}: {
  answerMs: number;
  onSilence: (connection: GuardedConnection) => void;
}) {
  return class GuardedClient extends pg.Client implements GuardedConnection {
    readonly openedAt = performance.now();
    #timer: NodeJS.Timeout | undefined;

    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on('drain', () => this.#stop());
      this.on('end', () => this.#stop());
    }

    // The driver's method has ten overloads; the arguments are passed through.
    override query(...args: unknown[]): never {
      this.#timer ??= this.#start();
      return Reflect.apply(super.query, this, args) as never;
    }

    /** Closes the connection. The driver fails all statements of a destroyed socket. */
    cut(): void {
      this.connection.stream.destroy(timeoutError('PostgreSQL'));
    }

    #start(): NodeJS.Timeout {
      const bytesRead = this.#bytesRead();
      return setTimeout(() => {
        // An answer may have arrived while the event loop was busy; it is read before this callback runs.
        setImmediate(() => this.#cutIfSilent(bytesRead));
      }, answerMs).unref();
    }

    #cutIfSilent(bytesReadBefore: number): void {
      if (this.#timer === undefined) {
        return;
      }
      if (this.#bytesRead() > bytesReadBefore) {
        this.#timer = this.#start();
        return;
      }
      onSilence(this);
      this.cut();
    }

    #bytesRead(): number {
      const { stream } = this.connection;
      return stream instanceof Socket ? stream.bytesRead : 0;
    }

    #stop(): void {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  };
}
