import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, type Job, UnrecoverableError, WaitingError } from 'bullmq';
import { z } from 'zod';
import { getJob } from '../../jobs/index.ts';
import type { Knex } from '../db/knex.ts';
import { createBatcher } from '../runtime/batcher.ts';
import { isDiskFault } from '../runtime/disk-fault.ts';
import type { Logger } from '../runtime/logger.ts';
import { runForRequest } from '../runtime/tracing.ts';
import { isUnavailable } from '../runtime/unavailable.ts';
import { postponeUnknownJob } from '../runtime/version-skew.ts';
import { dedupeKeyOf } from './dedupe.ts';
import { createJobContext, type JobContext } from './job-context.ts';
import {
  JobAlreadyDoneError,
  JobPostponedError,
  JobRunEndedError,
  UnrecoverableJobError,
} from './job-errors.ts';
import { createRunLog, type RunLog } from './job-log.ts';
import {
  clearSuspect,
  countSuspectRun,
  type DoneJob,
  deleteDeadLetter,
  insertManyDone,
  readJobStart,
} from './job-state.queries.ts';
import { createRunLock } from './run-lock.ts';

const MAX_ROWS = 1_000;

/** Two writers, so that the next statement runs while one waits for the disk. */
const WRITERS = 2;
const RETRY_MS = 250;
const RETRY_FOR_MS = 30_000;

/** A handler with an erased payload type; schemas validate its payload. */
export type AnyHandler = (payload: unknown, context: JobContext) => Promise<unknown>;

export type Outcome = 'done' | 'repeated' | 'postponed' | 'failed' | 'handed-back';

const QueuedDataSchema = z.object({
  id: z.string(),
  eventId: z.uuid(),
  publishes: z.int(),
  payload: z.unknown(),
  /** Missing in jobs of an earlier release. */
  requestId: z.string().nullable().default(null),
});

/** Delays of a job whose store is away, and how long they are repeated; in milliseconds. */
const AWAY_MS = { least: 2_000, most: 60_000, period: 24 * 3_600_000, diskPeriod: 3_600_000 } as const;

/** Number of further crashes of its process, after the first, before a job is dead-lettered. */
const MAX_SUSPECT_RUNS = 2;

type RunOptions = {
  db: Knex;
  handlers: ReadonlyMap<string, AnyHandler>;
  handBack: AbortSignal;
  logger: Logger;
};

type Run = (job: Job, log: RunLog) => Promise<{ outcome: Outcome; result: unknown }>;

/**
 * Runs one job for BullMQ: validates payload and result, enforces the time limit, skips a job that another
 * run has completed, and records its completion. `handBack` aborts all runs when the process must stop; their
 * jobs then wait for another worker.
 */
export function createJobRunner(
  options: RunOptions & { onOutcome: (job: Job, outcome: Outcome) => void },
): (job: Job, token?: string) => Promise<unknown> {
  const { handBack, logger, onOutcome } = options;
  const runSafely = isolateSuspects(createRun(options), options);

  return async (job, token) => {
    const log = createRunLog();
    try {
      const { outcome, result } = await runSafely(job, log);
      onOutcome(job, outcome);
      return result;
    } catch (thrown) {
      const err = postponeUnavailable(job, thrown) ?? thrown;
      if (err !== thrown) {
        logger.warn({ err: thrown, job: job.name, jobId: job.id }, 'job delayed: store unavailable');
      }
      if (err instanceof JobAlreadyDoneError) {
        onOutcome(job, 'repeated');
        return null;
      }
      if (err instanceof JobPostponedError) {
        onOutcome(job, 'postponed');
        await job.moveToDelayed(Date.now() + err.delayMs, token);
        throw new DelayedError();
      }
      if (handBack.aborted && err instanceof JobRunEndedError) {
        onOutcome(job, 'handed-back');
        await job.moveToWait(token);
        throw new WaitingError();
      }
      onOutcome(job, 'failed');
      logger.warn(
        { err, job: job.name, jobId: job.id, requestId: job.data.requestId, attempt: job.attemptsMade + 1 },
        'job failed',
      );
      await log
        .flush(job, err)
        .catch((reason: Error) => logger.debug({ reason: reason.message }, 'job log could not be stored'));
      throw err instanceof UnrecoverableJobError
        ? new UnrecoverableError(err.code === null ? err.message : `${err.code}: ${err.message}`)
        : err;
    }
  };
}

/** Runs a job once and records its completion. */
function createRun({ db, handlers, handBack, logger }: RunOptions): Run {
  const doneBatch = createCompletionBatch(db);
  const startTimeLimit = createTimeLimits(handBack);
  return async (job, log) => {
    const handler = handlers.get(job.name);
    if (!handler) {
      // A worker requires a handler for each known job of its queues, so this one belongs to another release.
      throw postponeUnknownJob(job);
    }
    const definition = getJob(job.name);
    const data = parseInput(QueuedDataSchema, job.data);
    const payload = parseInput(definition.payload, data.payload);
    const dedupeKey = dedupeKeyOf(job.name, payload);
    const isFirstRun = job.attemptsStarted <= 1 && data.publishes === 1;
    const start = isFirstRun && dedupeKey === null ? null : await readJobStart(db, data.id);
    if (start?.isDone) {
      return { outcome: 'repeated', result: null };
    }
    const time = startTimeLimit(definition.timeoutMs);
    const startedAt = start?.now ?? null;
    const { context, isCompleted } = createJobContext({
      job,
      data,
      attempts: definition.attempts,
      dedupeKey,
      startedAt,
      signal: time.signal,
      logger,
      log,
    });
    try {
      const handling = runForRequest(data.requestId, () => handler(payload, context));
      const result = await Promise.race([handling, time.ended]);
      if (!isCompleted()) {
        await doneBatch.add({ jobId: data.id, dedupeKey, startedAt });
      }
      if (!isFirstRun) {
        await deleteDeadLetter(db, data.id);
      }
      return { outcome: 'done', result: definition.result.parse(result) };
    } finally {
      time.clear();
    }
  };
}

/**
 * After a crash every job of the process is a suspect. Suspects run one at a time and are counted before
 * they start, so that the guilty one is found and the others continue.
 */
function isolateSuspects(run: Run, { db, handBack }: Pick<RunOptions, 'db' | 'handBack'>): Run {
  const runLock = createRunLock();
  return async (job, log) => {
    const isSuspect = job.stalledCounter > 0;
    const leave = await enterOr(runLock.enter({ isAlone: isSuspect, signal: handBack }));
    try {
      if (!isSuspect) {
        return await run(job, log);
      }
      if ((await countSuspectRun(db, `${job.id}`)) > MAX_SUSPECT_RUNS) {
        throw new UnrecoverableJobError('The process that ran it ended every time', 'job.crashed');
      }
      return await run(job, log);
    } finally {
      leave();
      if (isSuspect) {
        await clearSuspect(db, `${job.id}`);
      }
    }
  };
}

/**
 * Postpones a job that failed because the database, the store or the disk was away, as a later run may
 * succeed. @returns null for other errors, and for a job that is too old
 */
function postponeUnavailable(job: Job, error: unknown): JobPostponedError | null {
  const waitedMs = Date.now() - job.timestamp;
  // A job that fills the disk by itself must come to an end.
  const mostMs = isDiskFault(error) ? AWAY_MS.diskPeriod : AWAY_MS.period;
  if (!isUnavailable(error) || waitedMs >= mostMs) {
    return null;
  }
  return new JobPostponedError(Math.min(Math.max(waitedMs / 4, AWAY_MS.least), AWAY_MS.most));
}

/** An aborted wait ends the run like the end of the process does. */
async function enterOr<T>(entering: Promise<T>): Promise<T> {
  try {
    return await entering;
  } catch {
    throw new JobRunEndedError('The process is stopping');
  }
}

/** Validates input; invalid input never becomes valid, so there is no retry. */
function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    throw new UnrecoverableJobError(`The payload is not valid: ${z.prettifyError(parsed.error)}`);
  }
  return parsed.data;
}

function createTimeLimits(handBack: AbortSignal) {
  // One listener for all, as adding a listener to a signal scans the existing ones.
  const running = new Set<() => void>();
  const endAll = () => {
    for (const end of running) {
      end();
    }
  };
  handBack.addEventListener('abort', endAll, { once: true });

  return (timeoutMs: number) => {
    const controller = new AbortController();
    const end = (reason: string) => controller.abort(new JobRunEndedError(reason));
    const handleHandBack = () => end('The process is stopping');
    const timer = setTimeout(end, timeoutMs, `The job took longer than ${timeoutMs / 1_000} s`);
    running.add(handleHandBack);
    const ended = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
    });
    // Handles the rejection when the other promise wins the race.
    ended.catch(() => undefined);
    if (handBack.aborted) {
      handleHandBack();
    }
    return {
      signal: controller.signal,
      ended,
      clear: () => {
        clearTimeout(timer);
        running.delete(handleHandBack);
      },
    };
  };
}

/** Records the completion of jobs without database writes, many per statement. */
interface CompletionBatch {
  /** Resolves after the commit. @throws Error when the database is unavailable for half a minute. */
  add(job: DoneJob): Promise<void>;
}

type Waiting = { job: DoneJob; resolve: () => void; reject: (err: unknown) => void };

/**
 * Thousands of jobs share a commit. An unavailable database is retried: the job's effect has happened, and
 * only this record keeps the next run from repeating it.
 */
function createCompletionBatch(db: Knex): CompletionBatch {
  const write = async (batch: Waiting[]) => {
    try {
      await insertWithRetries(db, batch);
      settle(batch, ({ resolve }) => resolve());
    } catch (err) {
      settle(batch, ({ reject }) => reject(err));
    }
  };
  const enter = createBatcher({ handle: write, most: MAX_ROWS, lanes: WRITERS });
  return { add: (job) => new Promise((resolve, reject) => enter({ job, resolve, reject })) };
}

function settle(batch: readonly Waiting[], end: (waiting: Waiting) => void): void {
  for (const waiting of batch) {
    end(waiting);
  }
}

async function insertWithRetries(db: Knex, batch: readonly Waiting[]): Promise<void> {
  const until = Date.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      await insertManyDone(
        db,
        batch.map(({ job }) => job),
      );
      return;
    } catch (err) {
      if (Date.now() > until) {
        throw err;
      }
      await sleep(RETRY_MS);
    }
  }
}
