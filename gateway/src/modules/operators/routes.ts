import type {
  FailedJob,
  OperatorsOverview,
  operatorRoutes,
  QueueState,
} from '@diorama/shared/contract/operators.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import { readBackupStates } from '@diorama/shared/server/operations/backup-runs.queries.ts';
import {
  countContents,
  listAccountSummaries,
  readOverview,
} from '@diorama/shared/server/operations/operators.queries.ts';
import { listProcesses } from '@diorama/shared/server/runtime/heartbeats.queries.ts';
import type { JobType, Queue } from 'bullmq';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { operatorOrderHandlers } from './orders.ts';
import { openQueueBoard } from './queue-board.ts';
import { serializeAccountSummary, serializeBackups, serializeProcess } from './serializer.ts';

/** Time limit, so that the overview can report an unavailable store. */
const WITHIN_MS = 3_000;

/** Latest failures that are read per queue, and listed in total. */
const MAX_FAILED = 10;

const MAX_REASON_LENGTH = 500;

// Jobs of a paused queue are counted as `paused`, which BullMQ's types lack.
const STATES = ['waiting', 'prioritized', 'paused', 'active', 'delayed', 'failed', 'completed'] as JobType[];

const OVERVIEW = '/api/operators/overview';

/** Pages and actions for operators only. */
export function operatorHandlers(
  deps: Deps & { urls: Urls },
  queues: Queues,
): HandlersOf<typeof operatorRoutes> {
  const { db, urls, env } = deps;
  return {
    ...operatorOrderHandlers(deps),

    openOperators: async (_input, { ctx }) => {
      await openQueueBoard(deps, ctx);
      return undefined;
    },

    getOperatorsOverview: async (_input, { ctx }) => {
      ctx.set('Cache-Control', 'no-store');
      const [row, processes] = await Promise.all([readOverview(db), listProcesses(db)]);
      const living = processes.filter(({ is_silent }) => !is_silent);
      return {
        '@id': OVERVIEW,
        '@type': 'OperatorsOverview',
        outbox: {
          waiting: row.outbox_waiting,
          oldestAge: row.outbox_age,
          open: row.outbox_open,
          refused: row.refused,
          givenUp: row.given_up,
        },
        queues: await readQueueStates(
          queues,
          (queue) => living.filter((process) => process.queues.includes(queue)).length,
        ),
        processes: processes.map(serializeProcess),
        accounts: { total: row.accounts, suspended: row.suspended },
        heldOrders: row.held_orders,
        backups: env.backup === null ? null : serializeBackups(await readBackupStates(db)),
        storage: {
          checkedAt: row.storage_checked_at,
          corrections: row.storage_corrections,
          correctedBytes: row.storage_corrected,
        },
      };
    },

    listOperatorAccounts: async ({ query }) => {
      const { rows, total } = await listAccountSummaries(db, {
        words: query.q?.trim() || null,
        isActive: query.isActive ?? null,
        ...pageOf(query),
      });
      const { scenes, members } = await countContents(
        db,
        rows.map(({ id }) => id),
      );
      const items = rows.map((row) =>
        serializeAccountSummary(urls, row, {
          scenes: scenes.get(row.id) ?? 0,
          members: members.get(row.id) ?? 0,
        }),
      );
      return serializePage('/api/operators/accounts', query, { items, total });
    },
  };
}

/** States of the queues; null while their store cannot be reached. */
async function readQueueStates(
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
  return jobs.filter(Boolean).map((job) => ({
    id: job.id ?? '',
    queue: queue.name,
    job: job.name,
    reason: (job.failedReason ?? '').slice(0, MAX_REASON_LENGTH),
    runs: job.attemptsStarted,
    failedAt: job.finishedOn === undefined ? null : new Date(job.finishedOn).toISOString(),
  }));
}
