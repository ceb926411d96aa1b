import pg from 'pg';
import type { Logger } from '../logger.ts';
import { connectionOptions } from './knex.ts';

const RETRY_MS = { first: 50, most: 2_000 } as const;

export interface Listener {
  /** Sends on a channel over the same connection. @throws Error while the connection is down. */
  notify(channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on channels of PostgreSQL with one connection that comes back by itself.
 * `onGap` tells that notifications may have been missed: after every connect, the first included.
 */
export function createListener(options: {
  databaseUrl: string;
  channels: readonly string[];
  logger: Logger;
  onMessage: (channel: string, payload: string) => void;
  onGap?: () => void;
}): Listener {
  const { databaseUrl, channels, logger, onMessage, onGap } = options;
  let client: pg.Client | null = null;
  let isClosed = false;
  let delayMs: number = RETRY_MS.first;
  let timer: NodeJS.Timeout | undefined;

  const reconnect = (failed: pg.Client) => {
    if (client === failed) {
      client = null;
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
        logger.warn({ reason: err?.message }, 'lost the listening connection, connecting again');
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
        await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
      if (isClosed) {
        await next.end();
        return;
      }
      client = next;
      delayMs = RETRY_MS.first;
      onGap?.();
    } catch (err) {
      lose(err instanceof Error ? err : new Error(String(err)));
    }
  };

  const connecting = connect();
  const send = async (channel: string, payload: string): Promise<void> => {
    await connecting;
    if (client === null) {
      throw new Error('The connection for notifications is down');
    }
    await client.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload] });
  };
  // One connection does one thing at a time, and pg leaves it to its callers to wait for that.
  let before: Promise<void> = Promise.resolve();
  return {
    notify: (channel, payload) => {
      const sent = before.then(() => send(channel, payload));
      before = sent.catch(() => undefined);
      return sent;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end();
    },
  };
}
