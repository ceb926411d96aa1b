import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../runtime/logger.ts';
import { createLoop, type Loop } from '../runtime/loop.ts';
import { connectionOptions } from './knex.ts';

const RETRY_MS = { first: 50, most: 2_000 } as const;
/** Interval of PostgreSQL health checks, and the time limit for any answer. */
const PULSE = { everyMs: 1_000, withinMs: 5_000 } as const;

type Live = { client: pg.Client; lose: (err?: Error) => void };

type ListenerOptions = {
  databaseUrl: string;
  channels: readonly string[];
  logger: Logger;
  onMessage: (channel: string, payload: string) => void;
  onGap?: () => void;
};

/**
 * Listens on PostgreSQL channels with one connection that reconnects automatically. A silent connection is
 * closed, as TCP would wait for minutes. `onGap` is called when notifications may have been missed: after
 * every connect, the first included.
 */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #connecting: Promise<void>;
  readonly #pulse: Loop;
  #live: Live | null = null;
  #isClosed = false;
  #delayMs: number = RETRY_MS.first;
  #timer: NodeJS.Timeout | undefined;
  /** pg requires its callers to run one query at a time per connection. */
  #before: Promise<void> = Promise.resolve();

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#connecting = this.#connect();
    this.#pulse = createLoop({
      everyMs: PULSE.everyMs,
      run: () => this.#inTurn(async () => (this.#live ? ask(this.#live, 'select 1') : undefined)),
      onError: (err) =>
        options.logger.debug({ reason: err.message }, 'listening connection is not responding'),
    });
  }

  /** Notifies a channel over the same connection. @throws Error while the connection is down. */
  notify(channel: string, payload: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#connecting;
      if (this.#live === null) {
        throw new Error('The connection for notifications is down');
      }
      const query = { name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload] };
      await ask(this.#live, query);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#pulse.close();
    await this.#connecting;
    // A silent connection does not answer the request to end.
    await Promise.race([this.#live?.client.end(), sleep(PULSE.withinMs, undefined, { ref: false })]);
  }

  async #connect(): Promise<void> {
    const { databaseUrl, channels, onMessage, onGap } = this.#options;
    const client = new pg.Client(connectionOptions(databaseUrl, 'diorama-listen'));
    const live = { client, lose: this.#loseOnce(client) };
    client.on('error', live.lose);
    client.on('end', () => live.lose());
    client.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of channels) {
        await ask(live, `listen ${pg.escapeIdentifier(channel)}`);
      }
      if (this.#isClosed) {
        await client.end();
        return;
      }
      this.#live = live;
      this.#delayMs = RETRY_MS.first;
      onGap?.();
    } catch (err) {
      live.lose(err instanceof Error ? err : new Error(String(err)));
    }
  }

  /** @returns the function that replaces a connection; further calls have no effect. */
  #loseOnce(client: pg.Client): Live['lose'] {
    let isLost = false;
    return (err) => {
      if (isLost) {
        return;
      }
      isLost = true;
      if (!this.#isClosed) {
        this.#options.logger.warn({ reason: err?.message }, 'listening connection lost, reconnecting');
      }
      client.end().catch(() => undefined);
      this.#reconnect(client);
    };
  }

  #reconnect(failed: pg.Client): void {
    if (this.#live?.client === failed) {
      this.#live = null;
    }
    if (!this.#isClosed) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#connect(), this.#delayMs);
      this.#delayMs = Math.min(this.#delayMs * 2, RETRY_MS.most);
    }
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const mine = this.#before.then(act);
    this.#before = mine.catch(() => undefined);
    return mine;
  }
}

/** @throws Error where the query fails, or has no answer for so long that the connection is closed. */
async function ask({ client, lose }: Live, query: string | pg.QueryConfig): Promise<void> {
  // Ending a connection fails its pending query.
  const late = setTimeout(() => lose(new Error('PostgreSQL is not responding')), PULSE.withinMs);
  try {
    await client.query(query);
  } finally {
    clearTimeout(late);
  }
}
