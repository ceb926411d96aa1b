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
 * So a request with several statements is answered in time too. Then connections that were not answered
 * meanwhile are replaced, as each of them may have been lost without a word.
 */
export function guardConnections(
  db: Knex,
  { deadlines, settings, logger }: { deadlines: DbDeadlines; settings: pg.ClientConfig; logger: Logger },
): void {
  const { answerMs } = deadlines;
  let isSilent = false;
  /** Connections that were not answered since may be lost; on the clock of `performance.now()`. */
  let suspectBefore = 0;

  const recordSilence = ({ since, isAlone }: Silence) => {
    // A lost connection shows nothing about a server that answers others, or has answered since.
    const isNew = !isAlone && since >= suspectBefore;
    suspectBefore = Math.max(suspectBefore, since);
    if (!isSilent && isNew) {
      isSilent = true;
      logger.warn('PostgreSQL is not responding');
      setTimeout(probe, PROBE_MS).unref();
    }
  };
  const recordAnswer = (at: number) => {
    if (isSilent) {
      isSilent = false;
      suspectBefore = at;
      logger.info('PostgreSQL is responding again');
    }
  };
  const probe = async () => {
    if (!isSilent) {
      return;
    }
    const client = new pg.Client(settings);
    // The failing query below reports the lost connection as well.
    client.on('error', () => undefined);
    try {
      await withTimeout(
        answerMs,
        'PostgreSQL',
        client.connect().then(() => client.query('select 1')),
      );
      recordAnswer(performance.now());
    } catch {
      setTimeout(probe, PROBE_MS).unref();
    }
    client.end().catch(() => undefined);
  };

  const GuardedClient = guardedClient({ answerMs, onSilence: recordSilence, onAnswer: recordAnswer });
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
    if (connection.answeredAt < suspectBefore) {
      connection.cut();
      return false;
    }
    return true;
  };
}

/** @property answeredAt time of the last answer, at first of the creation, on the clock of `performance.now()` */
type GuardedConnection = { answeredAt: number; cut(): void };

/**
 * A connection without an answer.
 * @property since start of its statement, on the clock of `performance.now()`
 * @property isAlone whether the server has answered another connection since
 */
type Silence = { since: number; isAlone: boolean };

/**
 * Class of connections that are destroyed when their server does not answer a statement.
 * @param options.answerMs - milliseconds until an answer must begin to arrive
 */
export function guardedClient({
  answerMs,
  onSilence,
  onAnswer,
}: {
  answerMs: number;
  onSilence: (silence: Silence) => void;
  /** Called with the time of each answer, on the clock of `performance.now()`. */
  onAnswer?: (at: number) => void;
}) {
  /** Time of the last answer to any connection. */
  let answeredAt = 0;
  return class GuardedClient extends pg.Client implements GuardedConnection {
    answeredAt = performance.now();
    #timer: NodeJS.Timeout | undefined;

    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on('drain', () => {
        this.#stop();
        this.answeredAt = performance.now();
        answeredAt = this.answeredAt;
        onAnswer?.(answeredAt);
      });
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
      const since = performance.now();
      return setTimeout(() => {
        // An answer may have arrived while the event loop was busy; it is read before this callback runs.
        setImmediate(() => this.#cutIfSilent(bytesRead, since));
      }, answerMs).unref();
    }

    #cutIfSilent(bytesReadBefore: number, since: number): void {
      if (this.#timer === undefined) {
        return;
      }
      if (this.#bytesRead() > bytesReadBefore) {
        this.#timer = this.#start();
        return;
      }
      onSilence({ since, isAlone: answeredAt >= since });
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
