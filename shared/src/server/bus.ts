import { Redis } from 'ioredis';
import { createListener } from './db/listen.ts';
import { createLogger, type Logger } from './logger.ts';

/** Carries ids, never content, between processes: who listens reads anew. What is sent while nobody listens is lost. */
export interface Bus {
  /** @throws Error when neither store can be reached; the message is a hint, so most callers log that and go on. */
  publish(channel: string, ids: string | readonly string[]): Promise<void>;
  /** @returns what ends the subscription. */
  subscribe(channel: string, fn: (ids: readonly string[]) => void): () => void;
  /** Calls back when messages may have been missed (a connection was lost). @returns what ends it. */
  onGap(fn: () => void): () => void;
  close(): Promise<void>;
}

const PG_CHANNEL = 'diorama_bus';
const REDIS_CHANNEL = 'diorama:bus';
/** PostgreSQL takes 8,000 bytes a notification. */
const MAX_BYTES = 7_500;

type Transport = { send(message: string): Promise<unknown>; close(): Promise<unknown> };
type Receive = { message: (text: string) => void; gap: () => void };

/** A bus on Redis when there is one, else on PostgreSQL's notifications. */
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
  const listener = createListener({
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
  return { send: (message) => listener.notify(PG_CHANNEL, message), close: () => listener.close() };
}

function overRedis(redisUrl: string, receive: Receive, logger: Logger): Transport {
  const sender = new Redis(redisUrl, { maxRetriesPerRequest: 1, connectionName: 'diorama-bus' });
  const receiver = new Redis(redisUrl, { maxRetriesPerRequest: null, connectionName: 'diorama-bus-in' });
  for (const client of [sender, receiver]) {
    client.on('error', (err) => logger.warn({ reason: err.message }, 'the bus lost Redis'));
  }
  receiver.on('message', (_channel, text) => receive.message(text));
  let isFirst = true;
  receiver.on('ready', () => {
    if (!isFirst) {
      receive.gap();
    }
    isFirst = false;
  });
  // ioredis subscribes again by itself after a lost connection; a first failure shows as an 'error' above.
  receiver.subscribe(REDIS_CHANNEL).catch((err) => logger.warn({ reason: err.message }, 'cannot subscribe'));
  return {
    send: (message) => sender.publish(REDIS_CHANNEL, message),
    close: async () => {
      sender.disconnect();
      receiver.disconnect();
    },
  };
}
