import { statfs } from 'node:fs/promises';
import type { OperatorsOverview, ProcessState, ReadOnlyState } from '@diorama/shared/contract/operators.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import {
  type BackupRunKind,
  type BackupState,
  readBackupStates,
} from '@diorama/shared/server/operations/backup-runs.queries.ts';
import { listDeadLetterKinds, readOverview } from '@diorama/shared/server/operations/operators.queries.ts';
import {
  type ReadOnlySwitch,
  readReadOnlySwitch,
} from '@diorama/shared/server/operations/read-only-switch.queries.ts';
import { listProcesses, type ProcessRow } from '@diorama/shared/server/runtime/heartbeats.queries.ts';
import type { Deps } from '../../deps.ts';
import { readQueueStates } from './read-queue-states.ts';

const HOUR_MS = 3_600_000;

/** Age from which a run is overdue: the usual time between two and some hours for the run itself. */
const OVERDUE_MS: Record<BackupRunKind, number> = { backup: 26 * HOUR_MS, rehearsal: 8 * 24 * HOUR_MS };

/** The state of the whole installation, for operators. */
export async function readOperatorsOverview(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  queues: Queues,
): Promise<OperatorsOverview> {
  const [row, processes, parked, disk, toggle] = await Promise.all([
    readOverview(db),
    listProcesses(db),
    listDeadLetterKinds(db),
    readDisk(env.dataDir),
    readReadOnlySwitch(db),
  ]);
  const living = processes.filter(({ is_silent }) => !is_silent);
  return {
    '@id': '/api/operators/overview',
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
}

/** The read-only state as presented to operators. */
export function serializeReadOnly(env: Deps['env'], toggle: ReadOnlySwitch | null): ReadOnlyState {
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
