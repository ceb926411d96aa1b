import { jobs } from '@diorama/shared/jobs/index.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import {
  type CommitNotifications,
  createCommitNotifications,
} from '@diorama/shared/server/delivery/commit-notifications.ts';
import { createQueues, type Queues } from '@diorama/shared/server/jobs/queue.ts';
import { type HandlersFor, type RunningWorker, runWorker } from '@diorama/shared/server/jobs/worker.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { hasRedis, startTestRedis } from '@diorama/stack/test/redis.ts';
import { openDatabase } from './database.ts';

/** The queues on one backend with their dependencies. */
export type Bench = {
  backend: 'postgres' | 'redis';
  databaseUrl: string;
  redisUrl: string | null;
  db: Knex;
  commitNotifications: CommitNotifications;
  queues: Queues;
  /** Runs every job of `notify` by `handle`. */
  work(handle: (payload: unknown) => Promise<unknown>, concurrency: number): Promise<RunningWorker>;
  close(): Promise<void>;
};

/** Opens one bench per available backend. `missing` names the unavailable ones. */
export async function openBackends(): Promise<{ benches: Bench[]; missing: string[] }> {
  const benches = [await openBench('postgres')];
  if (hasRedis) {
    benches.push(await openBench('redis'));
  }
  return {
    benches,
    missing: hasRedis ? [] : ['redis-server is not on the PATH: nothing was measured on it'],
  };
}

async function openBench(backend: Bench['backend']): Promise<Bench> {
  const database = await openDatabase();
  const redis = backend === 'redis' ? await startTestRedis() : null;
  const redisUrl = redis?.url ?? null;
  const logger = createLogger('bench', { level: 'error' });
  const bus = createBus({ databaseUrl: database.url, redisUrl, logger });
  const commitNotifications = createCommitNotifications({ bus, logger });
  const db = createDb(database.url, { name: 'bench', commitNotifications });
  const queues = createQueues({ databaseUrl: database.url, redisUrl, logger });
  await queues.ready();
  const env = loadEnv({ DATABASE_URL: database.url, REDIS_URL: redisUrl ?? '', SECRET_KEY: 'x'.repeat(32) });
  return {
    backend,
    databaseUrl: database.url,
    redisUrl,
    db,
    commitNotifications,
    queues,
    work: (handle, concurrency) =>
      runWorker({
        name: 'bench',
        queues: ['notify'],
        handlers: everyJobOf(handle),
        concurrency: { notify: concurrency },
        env,
        db,
        logger,
      }),
    close: async () => {
      await queues.close();
      commitNotifications.close();
      await bus.close();
      await db.destroy();
      await redis?.stop();
      await database.close();
    },
  };
}

function everyJobOf(handle: (payload: unknown) => Promise<unknown>): HandlersFor<'notify'> {
  const names = jobs.filter((job) => job.queue === 'notify').map((job) => job.name);
  // Made from the list of that queue, so it has a handler for each; their results the schemas check.
  return Object.fromEntries(names.map((name) => [name, handle])) as unknown as HandlersFor<'notify'>;
}
