import type { Worker } from 'bullmq';
import { Counter, Histogram } from 'prom-client';
import { QUEUE_PLACES } from '../../jobs/define.ts';
import {
  type JobName,
  type JobNamesOn,
  jobs,
  type PayloadOf,
  type QueueName,
  type ResultOf,
} from '../../jobs/index.ts';
import type { DatabaseClock } from '../db/database-clock.ts';
import { type Knex, pingDatabase } from '../db/knex.ts';
import type { ReadOnly } from '../operations/read-only.ts';
import type { Env } from '../runtime/env.ts';
import { createMetrics, serveHealth } from '../runtime/health.ts';
import { startHeartbeat } from '../runtime/heartbeat.ts';
import type { BusyJob } from '../runtime/heartbeats.queries.ts';
import type { Logger } from '../runtime/logger.ts';
import { reportPorts } from '../runtime/report-ports.ts';
import type { Shutdown } from '../runtime/shutdown.ts';
import { type AnyFailureHook, createDeadLetterRecorder, type JobFailure } from './dead-letters.ts';
import type { JobContext } from './job-context.ts';
import { createQueues } from './queue.ts';
import { type AnyHandler, createJobRunner } from './run-job.ts';

export type { JobFailure } from './dead-letters.ts';
export type { JobContext } from './job-context.ts';
export { JobAlreadyDoneError, JobPostponedError, UnrecoverableJobError } from './job-errors.ts';

type JobHandlers = {
  [Name in JobName]: (payload: PayloadOf<Name>, context: JobContext) => Promise<ResultOf<Name>>;
};

/** Function that runs a job. */
export type JobHandler<Name extends JobName> = JobHandlers[Name];

/** A handler for every job of the given queues. */
export type HandlersFor<Queue extends QueueName> = Pick<JobHandlers, JobNamesOn<Queue>>;

/** Optional hook per job that writes the consequences of its final failure. */
export type FailureHooksFor<Queue extends QueueName> = {
  [Name in JobNamesOn<Queue>]?: (
    payload: PayloadOf<Name>,
    failure: JobFailure,
    trx: Knex.Transaction,
  ) => Promise<void>;
};

/** Part of the grace period that is reserved for handing jobs back. */
const HAND_BACK_MS = 1_000;

export type RunningWorker = {
  /** Port of `/health` and `/metrics`. */
  healthPort: number;
  /** Stops taking jobs, lets running ones finish within `graceMs`, and hands the rest back. */
  close(graceMs: number): Promise<void>;
};

/**
 * Runs a worker process: processes the jobs of its queues until shutdown. Every job of those queues must have
 * a handler. A handler takes ids, reads the data it needs, and writes its results in one transaction by
 * `context.commit`; a second run must have the same result.
 * @throws Error when a handler is missing, or a store cannot be used.
 */
export async function runWorker<Queue extends QueueName>(options: {
  name: string;
  queues: readonly Queue[];
  handlers: HandlersFor<Queue>;
  onFailedForGood?: FailureHooksFor<Queue>;
  concurrency?: Partial<Record<Queue, number>>;
  env: Env;
  db: Knex;
  logger: Logger;
  /** The worker takes no jobs while it is on; running ones end. */
  readOnly?: ReadOnly;
  clock?: Pick<DatabaseClock, 'check'>;
  /** If given, the worker registers its shutdown step. */
  shutdown?: Shutdown;
}): Promise<RunningWorker> {
  const { name, env, db, logger, readOnly, clock, shutdown } = options;
  const handlers = checkHandlers(options.queues, options.handlers);
  const queues = createQueues({ databaseUrl: env.databaseUrl, redisUrl: env.redisUrl, logger });
  await queues.ready();
  const handBack = new AbortController();
  const { metrics, observe } = createJobMetrics(name);
  // The maps erase the types that the parameters above guarantee, name by name.
  const hooks = new Map(Object.entries(options.onFailedForGood ?? {})) as Map<string, AnyFailureHook>;
  const deadLetters = createDeadLetterRecorder({
    db,
    queues,
    names: options.queues,
    hooks,
    logger,
    ...(readOnly && { readOnly }),
  });
  const { process, busy } = watchBusy(
    createJobRunner({ db, handlers, handBack: handBack.signal, logger, onOutcome: observe }),
  );
  const workers = await createWorkers(queues, options, process);
  for (const worker of workers) {
    worker.on('failed', () => deadLetters.wake());
  }
  const checks = {
    database: () => pingDatabase(db),
    queues: () => queues.health(),
    'failed-jobs': () => deadLetters.check(),
    ...(clock && { clock: () => clock.check() }),
  };
  const health = await serveHealth({
    host: env.host,
    port: env.healthPort,
    metrics,
    metricsToken: env.metricsToken,
    logger,
    checks,
  });
  const stopFollowing = takeJobs(workers, readOnly, logger);
  const heartbeat = startHeartbeat({
    db,
    logger,
    process: { kind: 'worker', name, queues: options.queues, roles: [] },
    busy,
    checks,
  });
  reportPorts({ health: health.port });
  logger.info({ queues: options.queues, healthPort: health.port }, 'taking jobs');

  const finishJobs = async (graceMs: number) => {
    stopFollowing();
    const timer = setTimeout(() => handBack.abort(), Math.max(0, graceMs - HAND_BACK_MS));
    await Promise.allSettled(workers.map((worker) => worker.close()));
    clearTimeout(timer);
    await Promise.all([deadLetters.close(), heartbeat.close()]);
  };
  const disconnect = async () => {
    await health.close();
    await queues.close();
  };
  shutdown?.register('work', 'running jobs', () => finishJobs(env.shutdownGraceMs));
  shutdown?.register('connections', 'queues', disconnect);
  return {
    healthPort: health.port,
    close: async (graceMs) => {
      await finishJobs(graceMs);
      await disconnect();
    },
  };
}

function createWorkers<Queue extends QueueName>(
  queues: ReturnType<typeof createQueues>,
  { queues: names, concurrency }: { queues: readonly Queue[]; concurrency?: Partial<Record<Queue, number>> },
  process: JobRunner,
): Promise<Worker[]> {
  return Promise.all(
    names.map((queue) =>
      queues.createWorker(queue, process, { concurrency: concurrency?.[queue] ?? QUEUE_PLACES[queue] }),
    ),
  );
}

/** Starts workers, and pauses them while the installation is read-only. @returns the function that ends the pausing */
function takeJobs(workers: readonly Worker[], readOnly: ReadOnly | undefined, logger: Logger): () => void {
  const apply = (isOn: boolean) => {
    for (const worker of workers) {
      if (!isOn) {
        worker.resume();
        continue;
      }
      // Running jobs end by themselves, and are not waited for.
      worker.pause(true).catch((err: unknown) => logger.error({ err }, 'queue worker could not be paused'));
    }
  };
  if (readOnly?.isOn) {
    apply(true);
  }
  const stopFollowing = readOnly?.onChange(apply);
  for (const worker of workers) {
    // Resolves when the worker is closed; its 'error' listener reports failures.
    worker.run().catch((err) => logger.error({ err }, 'queue worker stopped'));
  }
  return stopFollowing ?? (() => undefined);
}

function checkHandlers<Queue extends QueueName>(
  queues: readonly Queue[],
  handlers: HandlersFor<Queue>,
): Map<string, AnyHandler> {
  const given = new Map<string, unknown>(Object.entries(handlers));
  const names = jobs.filter((job) => queues.some((queue) => queue === job.queue)).map((job) => job.name);
  const missing = names.filter((name) => typeof given.get(name) !== 'function');
  if (missing.length > 0) {
    throw new Error(`No handler for ${missing.join(', ')}`);
  }
  return given as Map<string, AnyHandler>;
}

type JobRunner = ReturnType<typeof createJobRunner>;

/** Tracks the running jobs, for operators. */
function watchBusy(run: JobRunner): { process: JobRunner; busy: () => BusyJob[] } {
  const running = new Map<symbol, { job: string; sinceMs: number }>();
  return {
    process: async (job, token) => {
      const key = Symbol();
      running.set(key, { job: job.name, sinceMs: Date.now() });
      try {
        return await run(job, token);
      } finally {
        running.delete(key);
      }
    },
    busy: () =>
      [...running.values()].map(({ job, sinceMs }) => ({ job, since: new Date(sinceMs).toISOString() })),
  };
}

function createJobMetrics(name: string) {
  const metrics = createMetrics(name);
  const count = new Counter({
    name: 'diorama_jobs_total',
    help: 'Runs of jobs by how they ended',
    labelNames: ['job', 'outcome'],
    registers: [metrics],
  });
  const seconds = new Histogram({
    name: 'diorama_job_seconds',
    help: 'Time a run of a job took',
    labelNames: ['job'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
    registers: [metrics],
  });
  const observe = (job: { name: string; processedOn?: number }, outcome: string) => {
    count.inc({ job: job.name, outcome });
    if (job.processedOn !== undefined) {
      seconds.observe({ job: job.name }, (Date.now() - job.processedOn) / 1_000);
    }
  };
  return { metrics, observe };
}
