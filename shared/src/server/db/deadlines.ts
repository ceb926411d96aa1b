import { Socket } from 'node:net';
import type { Knex } from 'knex';
import pg from 'pg';
import type { Logger } from '../logger.ts';
import { silentError, within } from '../within.ts';

/** How long a process waits for PostgreSQL, in milliseconds. */
export type DbDeadlines = {
  /** For a connection of the pool. */
  acquireMs: number;
  /** For a statement, which the server itself ends then. */
  statementMs: number;
  /** For an answer, after which the connection is given up: longer than `statementMs`. */
  answerMs: number;
};

/** A request that finds PostgreSQL silent is answered within their sum, which is less than ten seconds. */
export const REQUEST_DEADLINES: DbDeadlines = { acquireMs: 3_000, statementMs: 5_000, answerMs: 6_000 };

/** How often a silent server is asked whether it is back. */
const PROBE_MS = 500;

/**
 * Gives up connections whose server is silent, and refuses new statements at once until it answers again: a request with
 * several statements, each of which would wait, is answered in time, too.
 */
export function guardConnections(
  db: Knex,
  { deadlines, settings, logger }: { deadlines: DbDeadlines; settings: pg.ClientConfig; logger: Logger },
): void {
  const { answerMs } = deadlines;
  let isSilent = false;

  const noteSilence = () => {
    if (!isSilent) {
      isSilent = true;
      logger.warn('PostgreSQL does not answer');
      setTimeout(probe, PROBE_MS).unref();
    }
  };
  const probe = async () => {
    const client = new pg.Client(settings);
    // What it says of a lost connection the answer below says as well.
    client.on('error', () => undefined);
    try {
      await within(
        answerMs,
        'PostgreSQL',
        client.connect().then(() => client.query('select 1')),
      );
      isSilent = false;
      logger.info('PostgreSQL answers again');
    } catch {
      setTimeout(probe, PROBE_MS).unref();
    }
    client.end().catch(() => undefined);
  };

  const GuardedClient = guardedClient({ answerMs, onSilence: noteSilence });
  const { client } = db;
  client.driver = { ...client.driver, Client: GuardedClient };
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = async () => {
    if (isSilent) {
      throw silentError('PostgreSQL');
    }
    return acquire();
  };
}

/**
 * Class of connections that are cut when their server leaves a statement unanswered.
 * @param options.answerMs - milliseconds until an answer must begin to arrive
 */
export function guardedClient({ answerMs, onSilence }: { answerMs: number; onSilence: () => void }) {
  return class GuardedClient extends pg.Client {
    #timer: NodeJS.Timeout | undefined;

    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on('drain', () => this.#stop());
      this.on('end', () => this.#stop());
    }

    // The driver's method has ten overloads; the arguments are passed on.
    override query(...args: unknown[]): never {
      this.#timer ??= this.#start();
      return Reflect.apply(super.query, this, args) as never;
    }

    #start(): NodeJS.Timeout {
      const bytesRead = this.#bytesRead();
      return setTimeout(() => {
        // An answer may have come while the event loop was busy: it is read before this is called.
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
      onSilence();
      // The driver fails all statements of a socket that ends.
      this.connection.stream.destroy(silentError('PostgreSQL'));
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
