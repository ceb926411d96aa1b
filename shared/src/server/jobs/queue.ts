import { setTimeout } from 'node:timers/promises';
import {
  createPostgresBackend,
  type JobsOptions,
  type Processor,
  Queue,
  Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { getJob, QUEUES, type QueueName, queueOf } from '../../jobs/index.ts';
import { guardedClient } from '../db/deadlines.ts';
import { IDLE_CONNECTION_MS } from '../db/knex.ts';
import type { Logger } from '../runtime/logger.ts';
import { queueTelemetry } from '../runtime/tracing.ts';
import { dedupeKeyOf } from './dedupe.ts';

/** Data of a queued job: the ids for its handler, and its identity. */
export type QueuedData = {
  /** `<event uuid>-<job>`, also BullMQ's id of the job. */
  id: string;
  eventId: string;
  /** Number of times that the event's jobs were queued: 1, unless a queue lost them. */
  publishes: number;
  payload: unknown;
  /** Id of the request that caused the event, for the log. */
  requestId?: string | null;
};

/** A job to be queued; its run continues the trace of `traceparent`. */
export type QueuedJob = { name: string; data: QueuedData; traceparent?: string | null };

export interface Queues {
  readonly backend: 'postgres' | 'redis';
  /** Prepares the store: waits for it, migrates its tables, and rejects one that could lose jobs. */
  ready(): Promise<void>;
  /** BullMQ's queues, for the operators' page. */
  all(): readonly Queue[];
  get(name: QueueName): Queue;
  /** Queues jobs; a job whose id is queued already is unchanged. @throws Error if the store fails. */
  add(jobs: readonly QueuedJob[]): Promise<void>;
  /** Connects a worker to a queue; it is idle until `run()`. @throws Error without a connection. */
  createWorker(name: QueueName, process: Processor, options: QueueWorkerOptions): Promise<Worker>;
  /**
   * Whether the store has lost all data since the last call, like a Redis without persistence after a crash.
   */
  wasEmptied(): Promise<boolean>;
  /** @throws Error when the store or one of the queues cannot be reached. */
  health(): Promise<void>;
  /** Whether a missing job is superfluous, because one with the same key waits or runs. */
  isRepresented(job: QueuedJob): Promise<boolean>;
  close(): Promise<void>;
}

export type QueueWorkerOptions = Pick<WorkerOptions, 'concurrency'>;

type Backend = Pick<Queues, 'backend' | 'ready' | 'wasEmptied' | 'health' | 'close'> & {
  createQueue(name: string): Queue;
  createWorker(name: string, process: Processor, options: Omit<WorkerOptions, 'connection'>): Worker;
};

/**
 * A dead worker is noticed after lock duration plus stalled interval; both are renewed and cheap. BullMQ's
 * count of stalled runs blames every job of a dead process, so it is only a last resort here: `run-job.ts`
 * finds the guilty one.
 */
const RECOVERY = { lockDuration: 5_000, stalledInterval: 2_000, maxStalledCount: 100 } as const;
/**
 * A store may start after this process: number of first connection attempts, and the pause in milliseconds.
 */
const CONNECTING = { attempts: 5, pauseMs: 500 } as const;
/** Time after which PostgreSQL ends a statement of a queue, in milliseconds. */
const STATEMENT_MS = 8_000;
/** Time in which PostgreSQL must begin to answer a statement of a queue, in milliseconds: more than {@link STATEMENT_MS}. */
const ANSWER_MS = 10_000;
const MINUTE_S = 60;
const BACKOFF = { type: 'exponential', delay: 1_000, jitter: 0.5 } as const;
/**
 * Finished jobs are kept for operators, by age alone: keeping a number of them halves the speed of a queue on
 * PostgreSQL. A dead letter stays until an operator handles it.
 */
const KEEP = { removeOnComplete: { age: 10 * MINUTE_S }, removeOnFail: { age: 30 * 24 * 60 * MINUTE_S } };

/** The product's queues, on Redis when configured, else on PostgreSQL. */
export function createQueues(options: {
  databaseUrl: string;
  redisUrl: string | null;
  logger: Logger;
}): Queues {
  const { databaseUrl, redisUrl, logger } = options;
  const backend = redisUrl ? onRedis(redisUrl, logger) : onPostgres(databaseUrl, logger);
  const queues = new Map<QueueName, Queue>();
  const get = (name: QueueName): Queue => {
    const known = queues.get(name);
    if (known) {
      return known;
    }
    const queue = backend.createQueue(name);
    queue.on('error', (err) => logger.warn({ queue: name, reason: err.message }, 'queue store unavailable'));
    queues.set(name, queue);
    // BullMQ caches a failed first connection, so the next caller gets a new queue.
    queue.waitUntilReady().catch(async () => {
      queues.delete(name);
      await queue.close().catch(() => undefined);
    });
    return queue;
  };
  const openAll = () => Promise.all(QUEUES.map((name) => get(name).waitUntilReady()));
  return {
    backend: backend.backend,
    ready: async () => {
      await connect(backend.ready);
      await connect(openAll);
    },
    wasEmptied: backend.wasEmptied,
    health: async () => {
      await backend.health();
      await openAll();
    },
    all: () => QUEUES.map(get),
    get,
    add: async (jobs) => {
      const byQueue = Map.groupBy(jobs, ({ name, data }) => queueOf(name, data.payload));
      for (const [name, group] of byQueue) {
        await get(name).addBulk(
          group.map((job) => ({ name: job.name, data: job.data, opts: optionsOf(job) })),
        );
      }
    },
    createWorker: (name, process, workerOptions) =>
      connect(async () => {
        const worker = backend.createWorker(name, process, {
          ...RECOVERY,
          ...workerOptions,
          ...queueTelemetry(),
          autorun: false,
        });
        worker.on('error', (err) => logger.warn({ queue: name, reason: err.message }, 'queue worker error'));
        try {
          await worker.waitUntilReady();
        } catch (err) {
          await worker.close().catch(() => undefined);
          throw err;
        }
        return worker;
      }),
    isRepresented: async ({ name, data }) => {
      const id = deduplicationId(name, data.payload);
      return id !== null && (await get(queueOf(name, data.payload)).getDeduplicationJobId(id)) !== null;
    },
    close: async () => {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
      await backend.close();
    },
  };
}

/** Opens a first connection with retries. @throws Error the last failure. */
async function connect<T>(open: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open();
    } catch (err) {
      if (attempt === CONNECTING.attempts) {
        throw err;
      }
      await setTimeout(CONNECTING.pauseMs);
    }
  }
}

function optionsOf({ name, data, traceparent }: QueuedJob): JobsOptions {
  const job = getJob(name);
  const key = deduplicationId(name, data.payload);
  return {
    ...KEEP,
    jobId: data.id,
    attempts: job.attempts,
    backoff: BACKOFF,
    priority: job.priority + placesBehind(name, data.payload),
    delay: job.delayMs ?? 0,
    // The form in which bullmq-otel reads a context.
    ...(traceparent && { telemetry: { metadata: JSON.stringify({ traceparent }) } }),
    // While one waits, a second one would do the same; while one runs, the latest is kept and runs after it.
    ...(key === null ? {} : { deduplication: { id: key, keepLastIfActive: true } }),
  };
}

function placesBehind(name: string, payload: unknown): number {
  const job = getJob(name);
  if (!('behind' in job) || job.behind === undefined) {
    return 0;
  }
  // Each definition's function takes its own payload type, and the publisher has parsed the payload with the
  // same definition.
  const behind = job.behind as (payload: unknown) => number;
  return behind(payload);
}

/** Deduplication id without colons, with which BullMQ joins its keys. */
function deduplicationId(name: string, payload: unknown): string | null {
  return dedupeKeyOf(name, payload)?.replaceAll(':', '-') ?? null;
}

function onPostgres(databaseUrl: string, logger: Logger): Backend {
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(createPostgresBackend);
  const config = {
    connectionString: databaseUrl,
    application_name: 'diorama-queues',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
  };
  // One pool for all queues of the process: five pools would hold five times the connections.
  const Client = guardedClient({
    answerMs: ANSWER_MS,
    onSilence: () => logger.warn('queue connection closed after a response timeout'),
  });
  const pool = new pg.Pool({
    ...config,
    Client,
    max: 5,
    options: `-c search_path=bullmq -c statement_timeout=${STATEMENT_MS}`,
  });
  pool.on('error', (err) => logger.warn({ reason: err.message }, 'queue connection lost'));
  pool.setMaxListeners(50);
  return {
    backend: 'postgres',
    ready: async () => {
      const migrating = new PgQueue('migrate', {
        connection: { ...config, max: 1, schema: 'bullmq', migrate: true },
      });
      migrating.on('error', (err) => logger.warn({ reason: err.message }, 'preparing the queues'));
      try {
        await migrating.waitUntilReady();
      } finally {
        await migrating.close();
      }
    },
    // Rows can be lost only with the whole database.
    wasEmptied: async () => false,
    health: async () => {
      await pool.query('select 1');
    },
    close: () => pool.end(),
    // The classes bound to a backend differ from the plain ones only in their type parameters.
    createQueue: (name) => new PgQueue(name, { connection: pool }) as unknown as Queue,
    createWorker: (name, process, options) =>
      new PgWorker(name, process, {
        ...options,
        connection: { ...config, schema: 'bullmq', max: 4 },
      }) as unknown as Worker,
  };
}

const ALIVE_KEY = 'diorama:alive';

function onRedis(redisUrl: string, logger: Logger): Backend {
  // A publisher must notice an outage at once and keep the event in the outbox, not wait inside a
  // transaction.
  const client = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: 5_000,
    connectionName: 'diorama-queues',
    retryStrategy: retryQuickly,
  });
  const workerClients: Redis[] = [];
  client.on('error', (err) => logger.warn({ reason: err.message }, 'Redis unavailable'));
  return {
    backend: 'redis',
    ready: async () => {
      await becomeReady(client);
      await refuseEviction(client);
    },
    wasEmptied: async () => (await client.set(ALIVE_KEY, '1', 'NX')) === 'OK',
    health: async () => {
      await client.ping();
    },
    close: async () => {
      client.disconnect();
      for (const workerClient of workerClients) {
        workerClient.disconnect();
      }
    },
    createQueue: (name) => new Queue(name, { connection: client }),
    createWorker: (name, process, options) => {
      const workerClient = new Redis(redisUrl, { maxRetriesPerRequest: null, retryStrategy: retryQuickly });
      workerClient.on('error', (err) => logger.warn({ reason: err.message }, 'Redis unavailable'));
      workerClients.push(workerClient);
      return new Worker(name, process, { ...options, connection: workerClient });
    },
  };
}

function retryQuickly(times: number): number {
  return Math.min(50 * 2 ** times, 1_000);
}

const REDIS_WITHIN_MS = 10_000;

function becomeReady(client: Redis): Promise<void> {
  if (client.status === 'ready') {
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const timer = globalThis.setTimeout(() => reject(new Error('Redis cannot be reached')), REDIS_WITHIN_MS);
    client.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function refuseEviction(client: Redis): Promise<void> {
  const policy = /maxmemory_policy:(\S+)/.exec(await client.info('memory'))?.[1];
  if (policy !== undefined && policy !== 'noeviction') {
    throw new Error(
      `Redis would throw jobs away when it is full: its maxmemory-policy is ${policy} and must be noeviction`,
    );
  }
}
