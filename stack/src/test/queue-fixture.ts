import { jobs, type QueueName, queuesOf } from '@diorama/shared/jobs/index.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { createBus } from '@diorama/shared/server/delivery/bus.ts';
import { createCommitNotifications } from '@diorama/shared/server/delivery/commit-notifications.ts';
import { createPublisher, type Publisher } from '@diorama/shared/server/jobs/publisher.ts';
import { createQueues, type Queues } from '@diorama/shared/server/jobs/queue.ts';
import {
  type FailureHooksFor,
  type HandlersFor,
  type JobContext,
  type RunningWorker,
  runWorker,
} from '@diorama/shared/server/jobs/worker.ts';
import { loadEnv } from '@diorama/shared/server/runtime/env.ts';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';

/** Everything between a recorded event and a handler, on one database and one backend. */
export type QueueFixture = {
  db: Knex;
  queues: Queues;
  startWorker<Queue extends QueueName>(
    queue: Queue,
    handler: TestHandler,
    options?: { concurrency?: number; onFailedForGood?: FailureHooksFor<Queue> },
  ): Promise<RunningWorker>;
  close(): Promise<void>;
};

/** Handles every job of a queue; `job` is its name. */
export type TestHandler = (job: string, payload: unknown, context: JobContext) => Promise<unknown>;

const GRACE_MS = 2_000;

/** Publisher, queues and workers for a test to start and stop. `close` stops the remaining ones. */
export async function createQueueFixture(input: {
  databaseUrl: string;
  redisUrl: string | null;
  firstCheckMs?: number;
  pollMs?: number;
}): Promise<QueueFixture> {
  const { databaseUrl, redisUrl, firstCheckMs, pollMs = 200 } = input;
  const logger = createLogger('test', { level: 'silent' });
  const bus = createBus({ databaseUrl, redisUrl, logger });
  const commitNotifications = createCommitNotifications({ bus, logger });
  const db = createDb(databaseUrl, { name: 'test', max: 20, commitNotifications });
  const queues = createQueues({ databaseUrl, redisUrl, logger });
  await queues.ready();
  const publisher: Publisher = createPublisher({
    db,
    commitNotifications,
    queues,
    logger,
    settings: { pollMs, sweepMs: 200, ...(firstCheckMs === undefined ? {} : { firstCheckMs }) },
  });
  const env = loadEnv({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl ?? '', SECRET_KEY: 'x'.repeat(32) });
  const workers = new Set<RunningWorker>();
  return {
    db,
    queues,
    startWorker: async (queue, handler, { concurrency = 4, onFailedForGood } = {}) => {
      const worker = await runWorker({
        name: 'test',
        queues: [queue],
        handlers: handlersFor(queue, handler),
        concurrency: { [queue]: concurrency } as Record<typeof queue, number>,
        env,
        db,
        logger,
        ...(onFailedForGood === undefined ? {} : { onFailedForGood }),
      });
      workers.add(worker);
      return {
        ...worker,
        close: async (graceMs) => {
          workers.delete(worker);
          await worker.close(graceMs);
        },
      };
    },
    close: async () => {
      await Promise.all([...workers].map((worker) => worker.close(GRACE_MS)));
      await publisher.close();
      await queues.close();
      commitNotifications.close();
      await bus.close();
      await db.destroy();
    },
  };
}

/** One handler for all jobs of a queue. */
export function handlersFor<Queue extends QueueName>(queue: Queue, handler: TestHandler): HandlersFor<Queue> {
  const entries = jobs
    .filter((job) => queuesOf(job.name).includes(queue))
    .map(({ name }) => [name, (payload: unknown, context: JobContext) => handler(name, payload, context)]);
  // Built from the job list of that queue, so every job has a handler.
  return Object.fromEntries(entries) as HandlersFor<Queue>;
}
