import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../runtime/logger.ts';
import { createLoop } from '../runtime/loop.ts';
import { connectionOptions } from './knex.ts';

const RETRY_MS = { first: 50, most: 2_000 } as const;
/** Interval of PostgreSQL health checks, and the time limit for any answer. */
const PULSE = { everyMs: 1_000, withinMs: 5_000 } as const;

type Live = { client: pg.Client; lose: (err?: Error) => void };

export interface Listener {
  /** Notifies a channel over the same connection. @throws Error while the connection is down. */
  notify(channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on PostgreSQL channels with one connection that reconnects automatically. A silent connection is
 * closed, as TCP would wait for minutes. `onGap` is called when notifications may have been missed: after
 * every connect, the first included.
 */
export function createListener(options: {
  databaseUrl: string;
  channels: readonly string[];
  logger: Logger;
  onMessage: (channel: string, payload: string) => void;
  onGap?: () => void;
}): Listener {
  const { databaseUrl, channels, logger, onMessage, onGap } = options;
  let live: Live | null = null;
  let isClosed = false;
  let delayMs: number = RETRY_MS.first;
  let timer: NodeJS.Timeout | undefined;

  const reconnect = (failed: pg.Client) => {
    if (live?.client === failed) {
      live = null;
    }
    if (!isClosed) {
      clearTimeout(timer);
      timer = setTimeout(connect, delayMs);
      delayMs = Math.min(delayMs * 2, RETRY_MS.most);
    }
  };

  const connect = async () => {
    const next = new pg.Client(connectionOptions(databaseUrl, 'diorama-listen'));
    let isLost = false;
    const lose = (err?: Error) => {
      if (isLost) {
        return;
      }
      isLost = true;
      if (!isClosed) {
        logger.warn({ reason: err?.message }, 'listening connection lost, reconnecting');
      }
      next.end().catch(() => undefined);
      reconnect(next);
    };
    next.on('error', lose);
    next.on('end', () => lose());
    next.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''));
    try {
      await next.connect();
      for (const channel of channels) {
        await ask({ client: next, lose }, `listen ${pg.escapeIdentifier(channel)}`);
      }
      if (isClosed) {
        await next.end();
        return;
      }
      live = { client: next, lose };
      delayMs = RETRY_MS.first;
      onGap?.();
    } catch (err) {
      lose(err instanceof Error ? err : new Error(String(err)));
    }
  };

  const connecting = connect();
  // pg requires its callers to run one query at a time per connection.
  let before: Promise<void> = Promise.resolve();
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const mine = before.then(act);
    before = mine.catch(() => undefined);
    return mine;
  };
  const pulse = createLoop({
    everyMs: PULSE.everyMs,
    run: () => inTurn(async () => (live ? ask(live, 'select 1') : undefined)),
    onError: (err) => logger.debug({ reason: err.message }, 'listening connection is not responding'),
  });
  return {
    notify: (channel, payload) =>
      inTurn(async () => {
        await connecting;
        if (live === null) {
          throw new Error('The connection for notifications is down');
        }
        await ask(live, { name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload] });
      }),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await pulse.close();
      await connecting;
      // A silent connection does not answer the request to end.
      await Promise.race([live?.client.end(), sleep(PULSE.withinMs, undefined, { ref: false })]);
    },
  };
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
