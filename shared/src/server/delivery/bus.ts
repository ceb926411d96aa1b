import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Listener } from '../db/listen.ts';
import { createLogger, type Logger } from '../runtime/logger.ts';
import { createLoop } from '../runtime/loop.ts';

/**
 * Publishes ids, never content, between processes; subscribers read the content themselves. Messages without
 * a subscriber are lost.
 */
export interface Bus {
  /**
   * Whether messages arrive, as far as is known. Always true on PostgreSQL, without which there is nothing to
   * read either.
   */
  readonly isUp: boolean;
  /**
   * @throws Error when neither store can be reached. Messages are only hints, so most callers log the error
   * and continue.
   */
  publish(channel: string, ids: string | readonly string[]): Promise<void>;
  /** @returns the function that unsubscribes. */
  subscribe(channel: string, fn: (ids: readonly string[]) => void): () => void;
  /**
   * Calls back when messages may have been missed (a connection was lost). @returns the function that
   * unsubscribes.
   */
  onGap(fn: () => void): () => void;
  close(): Promise<void>;
}

const PG_CHANNEL = 'diorama_bus';
const REDIS_CHANNEL = 'diorama:bus';
/** PostgreSQL limits a notification to 8,000 bytes. */
const MAX_BYTES = 7_500;
/** Interval of Redis health checks, and the time limit for an answer or a publication. */
const PULSE = { everyMs: 1_000, withinMs: 1_000 } as const;

type Transport = {
  readonly isUp: boolean;
  send(message: string): Promise<unknown>;
  close(): Promise<unknown>;
};
type Receive = { message: (text: string) => void; gap: () => void };

/** A bus on Redis when configured, else on PostgreSQL notifications. */
export function createBus(options: { databaseUrl: string; redisUrl: string | null; logger?: Logger }): Bus {
  const { databaseUrl, redisUrl, logger = createLogger('bus') } = options;
  const subscribers = new Map<string, Set<(ids: readonly string[]) => void>>();
  const gaps = new Set<() => void>();
  const receive: Receive = {
    message: (text) => {
      const [channel = '', ...ids] = text.split('\n');
      for (const fn of subscribers.get(channel) ?? []) {
        fn(ids);
      }
    },
    gap: () => {
      for (const fn of gaps) {
        fn();
      }
    },
  };
  const transport = redisUrl
    ? overRedis(redisUrl, receive, logger)
    : overPostgres(databaseUrl, receive, logger);

  return {
    get isUp() {
      return transport.isUp;
    },
    publish: async (channel, ids) => {
      for (const message of toMessages(channel, typeof ids === 'string' ? [ids] : ids)) {
        await transport.send(message);
      }
    },
    subscribe: (channel, fn) => {
      const fns = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, fns.add(fn));
      return () => {
        fns.delete(fn);
      };
    },
    onGap: (fn) => {
      gaps.add(fn);
      return () => {
        gaps.delete(fn);
      };
    },
    close: async () => {
      await transport.close();
    },
  };
}

function toMessages(channel: string, ids: readonly string[]): string[] {
  const messages: string[] = [];
  let message = channel;
  for (const id of ids) {
    if (id.includes('\n')) {
      throw new Error('An id on the bus holds a line break');
    }
    if (message.length + id.length + 1 > MAX_BYTES) {
      messages.push(message);
      message = channel;
    }
    message += `\n${id}`;
  }
  return [...messages, message];
}

function overPostgres(databaseUrl: string, receive: Receive, logger: Logger): Transport {
  let isFirst = true;
  const listener = new Listener({
    databaseUrl,
    channels: [PG_CHANNEL],
    logger,
    onMessage: (_channel, payload) => receive.message(payload),
    onGap: () => {
      if (!isFirst) {
        receive.gap();
      }
      isFirst = false;
    },
  });
  return {
    isUp: true,
    send: (message) => listener.notify(PG_CHANNEL, message),
    close: () => listener.close(),
  };
}

function overRedis(redisUrl: string, receive: Receive, logger: Logger): Transport {
  const sender = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    commandTimeout: PULSE.withinMs,
    connectionName: 'diorama-bus',
  });
  const receiver = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    autoResubscribe: false,
    connectionName: 'diorama-bus-in',
  });
  const clients = [sender, receiver];
  for (const client of clients) {
    client.on('error', (err) => logger.warn({ reason: err.message }, 'bus lost its Redis connection'));
  }
  receiver.on('message', (_channel, text) => receive.message(text));
  let isFirst = true;
  receiver.on('ready', () => {
    receiver.subscribe(REDIS_CHANNEL).then(
      () => {
        // Only after subscribing: messages sent before are lost, and nothing else would report them.
        if (!isFirst) {
          receive.gap();
        }
        isFirst = false;
      },
      (err) => {
        logger.warn({ reason: err.message }, 'cannot subscribe');
        receiver.stream.destroy();
      },
    );
  });

  let isUp = false;
  const pulse = createLoop({
    everyMs: PULSE.everyMs,
    run: async () => {
      isUp = (await Promise.all(clients.map(isAlive))).every(Boolean);
    },
    onError: (err) => logger.warn({ reason: err.message }, 'bus could not check Redis'),
  });
  return {
    get isUp() {
      return isUp;
    },
    send: (message) => sender.publish(REDIS_CHANNEL, message),
    close: async () => {
      sender.disconnect();
      receiver.disconnect();
      await pulse.close();
    },
  };
}

/** Sends a ping. A silent connection is closed, as TCP would wait for a quarter of an hour. */
async function isAlive(client: Redis): Promise<boolean> {
  // Connected, but the handshake is pending, which may also stay unanswered.
  const isBeginning = client.status === 'connect';
  if (client.status !== 'ready' && !isBeginning) {
    return false;
  }
  const late = new AbortController();
  const { signal } = late;
  const answer = isBeginning ? once(client, 'ready', { signal }) : client.ping();
  const isReceived = await Promise.race([
    answer.then(() => true),
    setTimeout(PULSE.withinMs, false, { signal }),
  ]).catch(() => false);
  late.abort();
  if (!isReceived) {
    client.stream.destroy();
  }
  return isReceived;
}
