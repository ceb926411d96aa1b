import { createTemplate, createTestDatabase, TEMPLATE } from './database.ts';
import { hasDocker, IMAGE_SECRET, startImage } from './images.ts';
import { hasRedis, openTestRedis, REDIS_ELSEWHERE, type SharedRedis, startTestRedis } from './redis.ts';

/** A backend of the queue suite: a new database per test, and Redis when the queues use it. */
export type QueueBackend = {
  redisUrl: string | null;
  createDatabase(): ReturnType<typeof createTestDatabase>;
  close(): Promise<void>;
};

const onRedis = ({ url, stop }: SharedRedis): QueueBackend => ({
  redisUrl: url,
  createDatabase: () => createTestDatabase(),
  close: stop,
});

/** Every backend of the queues. `isHere` is true when this machine can run it; `npm test` runs those without tags. */
export const QUEUE_BACKENDS: readonly {
  name: string;
  isHere: boolean;
  tags: string[];
  open(): Promise<QueueBackend>;
}[] = [
  {
    name: 'PostgreSQL',
    isHere: true,
    tags: [],
    open: async () => ({
      redisUrl: null,
      createDatabase: () => createTestDatabase(),
      close: async () => undefined,
    }),
  },
  { name: 'Redis', isHere: hasRedis, tags: ['full'], open: async () => onRedis(await startTestRedis()) },
  {
    name: 'the Redis of another host',
    isHere: REDIS_ELSEWHERE !== undefined,
    tags: [],
    open: async () => onRedis(await openTestRedis()),
  },
  {
    name: 'the PostgreSQL of compose.yaml',
    isHere: hasDocker,
    tags: ['full'],
    open: async () => {
      const image = await startImage('postgres');
      const url = `postgres://diorama:${IMAGE_SECRET}@${image.at('sql')}/diorama`;
      await createTemplate(url);
      return { redisUrl: null, createDatabase: () => createTestDatabase(TEMPLATE, url), close: image.stop };
    },
  },
  {
    name: 'the Valkey of compose.yaml',
    isHere: hasDocker,
    tags: ['full'],
    open: async () => {
      const image = await startImage('valkey');
      return onRedis({ url: `redis://${image.at('redis')}`, stop: image.stop });
    },
  },
];

/** Prints the backends that a suite skips on this machine. */
export function reportMissingBackends(suite: string): void {
  const missing = QUEUE_BACKENDS.filter(({ isHere }) => !isHere).map(({ name }) => name);
  if (missing.length > 0) {
    process.stderr.write(`SKIPPED: ${suite} on ${missing.join(', ')}, which cannot be had on this machine\n`);
  }
}
