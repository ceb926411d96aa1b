import type { FailedJob } from '@diorama/shared/contract/failed-jobs.ts';
import type { OperatorsOverview, QueueState } from '@diorama/shared/contract/operators.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import type { JobType, Queue } from 'bullmq';
import { serializeFailedJob } from './failed-jobs.ts';

/** Time limit, so that the overview can report an unavailable store. */
const WITHIN_MS = 3_000;

/** Latest failures that are read per queue, and listed in total. */
const MAX_FAILED = 10;

// Jobs of a paused queue are counted as `paused`, which BullMQ's types lack.
const STATES = ['waiting', 'prioritized', 'paused', 'active', 'delayed', 'failed', 'completed'] as JobType[];

/** States of the queues; null while their store cannot be reached. */
export async function readQueueStates(
  queues: Queues,
  countWorkers: (queue: string) => number,
): Promise<OperatorsOverview['queues']> {
  let timer: NodeJS.Timeout | undefined;
  const giveUp = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, WITHIN_MS, null);
  });
  const read = async () => {
    const all = await Promise.all(
      queues.all().map(async (queue) => {
        const state = await readState(queue, countWorkers(queue.name));
        return { state, failed: state.failed === 0 ? [] : await readFailed(queue) };
      }),
    );
    const failed = all
      .flatMap((one) => one.failed)
      .sort((a, b) => (b.failedAt ?? '').localeCompare(a.failedAt ?? ''));
    return {
      backend: queues.backend,
      states: all.map(({ state }) => state),
      failed: failed.slice(0, MAX_FAILED),
    };
  };
  try {
    return await Promise.race([read().catch(() => null), giveUp]);
  } finally {
    clearTimeout(timer);
  }
}

async function readState(queue: Queue, workers: number): Promise<QueueState> {
  const counts = await queue.getJobCounts(...STATES);
  const of = (state: string) => counts[state] ?? 0;
  return {
    name: queue.name,
    waiting: of('waiting') + of('prioritized') + of('paused'),
    active: of('active'),
    delayed: of('delayed'),
    failed: of('failed'),
    completed: of('completed'),
    isPaused: await queue.isPaused(),
    workers,
  };
}

async function readFailed(queue: Queue): Promise<FailedJob[]> {
  const jobs = await queue.getJobs(['failed'], 0, MAX_FAILED - 1);
  // A job that an operator has just removed is a gap.
  return jobs.filter(Boolean).map(serializeFailedJob);
}
