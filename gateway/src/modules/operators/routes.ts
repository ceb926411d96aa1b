import { statfs } from 'node:fs/promises';
import type { FailedJob } from '@diorama/shared/contract/failed-jobs.ts';
import type {
  AccountSummary,
  OperatorsOverview,
  operatorRoutes,
  ProcessState,
  QueueState,
  ReadOnlyState,
} from '@diorama/shared/contract/operators.ts';
import { earnedStorage, storageQuota } from '@diorama/shared/domain/quota.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import {
  type BackupRunKind,
  type BackupState,
  readBackupStates,
} from '@diorama/shared/server/operations/backup-runs.queries.ts';
import {
  type AccountSummaryRow,
  countContents,
  listAccountSummaries,
  listDeadLetterKinds,
  readOverview,
} from '@diorama/shared/server/operations/operators.queries.ts';
import { switchReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import {
  type ReadOnlySwitch,
  readReadOnlySwitch,
} from '@diorama/shared/server/operations/read-only-switch.queries.ts';
import { listProcesses, type ProcessRow } from '@diorama/shared/server/runtime/heartbeats.queries.ts';
import type { JobType, Queue } from 'bullmq';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { serializeUserRef } from '../users/user-ref.ts';
import { serializeFailedJob } from './failed-jobs.ts';
import { operatorOrderHandlers } from './orders.ts';
import { openQueueBoard } from './queue-board.ts';

const HOUR_MS = 3_600_000;

/** Age from which a run is overdue: the usual time between two and some hours for the run itself. */
const OVERDUE_MS: Record<BackupRunKind, number> = { backup: 26 * HOUR_MS, rehearsal: 8 * 24 * HOUR_MS };

/** Time limit, so that the overview can report an unavailable store. */
const WITHIN_MS = 3_000;

/** Latest failures that are read per queue, and listed in total. */
const MAX_FAILED = 10;

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
      const [row, processes, parked, disk, toggle] = await Promise.all([
        readOverview(db),
        listProcesses(db),
        listDeadLetterKinds(db),
        readDisk(env.dataDir),
        readReadOnlySwitch(db),
      ]);
      const living = processes.filter(({ is_silent }) => !is_silent);
      return {
        '@id': OVERVIEW,
        '@type': 'OperatorsOverview',
        readOnly: serializeReadOnly(env, toggle),
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
        parked: parked.map(({ job, count, oldest_at: oldestAt }) => ({ job, count, oldestAt })),
        processes: processes.map(serializeProcess),
        accounts: { total: row.accounts, suspended: row.suspended },
        heldOrders: row.held_orders,
        backups: env.backup === null ? null : serializeBackups(await readBackupStates(db)),
        storage: {
          checkedAt: row.storage_checked_at,
          corrections: row.storage_corrections,
          correctedBytes: row.storage_corrected,
          store: env.s3 ? 's3' : 'disk',
          usedBytes: row.storage_used,
        },
        disk,
      };
    },

    switchReadOnly: async ({ body }, { actor }) =>
      serializeReadOnly(env, await switchReadOnly(deps, { isOn: body.isOn, userId: actor.userId })),

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
  return jobs.filter(Boolean).map(serializeFailedJob);
}

function serializeReadOnly(env: Deps['env'], toggle: ReadOnlySwitch | null): ReadOnlyState {
  return {
    isOn: env.isReadOnly || (toggle?.is_on ?? false),
    isByEnvironment: env.isReadOnly,
    switchedBy: toggle?.switched_by ?? null,
    switchedAt: toggle?.switched_at ?? null,
  };
}

/** Space on the disk of a folder; null where it cannot be read. */
async function readDisk(folder: string): Promise<OperatorsOverview['disk']> {
  const space = await statfs(folder).catch(() => null);
  return space && { freeBytes: space.bavail * space.bsize, totalBytes: space.blocks * space.bsize };
}

/** A process as presented to operators. */
function serializeProcess(row: ProcessRow): ProcessState {
  const { id, kind, name, host, pid } = row;
  return {
    uuid: id,
    kind,
    name,
    host,
    pid,
    queues: [...row.queues],
    roles: [...row.roles],
    state: stateOf(row),
    failing: [...row.failing],
    startedAt: row.started_at,
    lastSeenAt: row.seen_at,
    busy: [...row.busy],
  };
}

function stateOf({ is_silent: isSilent, failing }: ProcessRow): ProcessState['state'] {
  if (isSilent) {
    return 'silent';
  }
  return failing.length > 0 ? 'failing' : 'working';
}

/** Backups and rehearsals as presented to operators. */
function serializeBackups(
  states: readonly BackupState[],
  now: Date = new Date(),
): NonNullable<OperatorsOverview['backups']> {
  const serialize = (kind: BackupRunKind) => {
    const state = states.find((known) => known.kind === kind);
    if (!state) {
      throw new Error(`The state of ${kind} runs was not read`);
    }
    const { whole_at: wholeAt, since, failure, objects, bytes } = state;
    const isOverdue = now.getTime() - Date.parse(wholeAt ?? since) > OVERDUE_MS[kind];
    return { wholeAt, isOverdue, failure, objects, bytes };
  };
  return { backup: serialize('backup'), rehearsal: serialize('rehearsal') };
}

/** A workspace with its counts, as presented to operators. */
function serializeAccountSummary(
  urls: Urls,
  row: AccountSummaryRow,
  contents: { scenes: number; members: number },
): AccountSummary {
  return {
    '@id': `/api/accounts/${row.id}`,
    '@type': 'AccountSummary',
    uuid: row.id,
    name: row.name,
    logoUrl: urls.file(row.logo_object, 'logo.webp'),
    owner: serializeUserRef(urls, row.owner),
    ownerEmail: row.owner_email,
    isActive: row.is_active,
    suspendedAt: row.suspended_at,
    suspendedBy: row.suspended_by,
    suspensionReason: row.suspended_reason,
    plan: PLANS[row.plan].displayName,
    storage: {
      used: row.storage_used,
      available: storageQuota(row.plan, earnedStorage(row.referral_joined)),
    },
    totalScenes: contents.scenes,
    totalMembers: contents.members,
    createdAt: row.created_at,
  };
}
