import type { AccountSummary, OperatorsOverview, ProcessState } from '@diorama/shared/contract/operators.ts';
import { earnedStorage, storageQuota } from '@diorama/shared/domain/quota.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import type { BackupRunKind, BackupState } from '@diorama/shared/server/operations/backup-runs.queries.ts';
import type { AccountSummaryRow } from '@diorama/shared/server/operations/operators.queries.ts';
import type { ProcessRow } from '@diorama/shared/server/runtime/heartbeats.queries.ts';
import type { Urls } from '../../web/urls.ts';
import { serializeUserRef } from '../users.ts';

/** A process as presented to operators. */
export function serializeProcess(row: ProcessRow): ProcessState {
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

const HOUR_MS = 3_600_000;
/** Age from which a run is overdue: the usual time between two and some hours for the run itself. */
const OVERDUE_MS: Record<BackupRunKind, number> = { backup: 26 * HOUR_MS, rehearsal: 8 * 24 * HOUR_MS };

/** Backups and rehearsals as presented to operators. */
export function serializeBackups(
  states: readonly BackupState[],
  now: Date = new Date(),
): NonNullable<OperatorsOverview['backups']> {
  const serialize = (kind: BackupRunKind) => {
    const state = states.find((known) => known.kind === kind);
    const wholeAt = state?.whole_at ?? null;
    return {
      wholeAt,
      isOverdue: wholeAt === null || now.getTime() - Date.parse(wholeAt) > OVERDUE_MS[kind],
      failure: state?.failure ?? null,
      objects: state?.objects ?? null,
      bytes: state?.bytes ?? null,
    };
  };
  return { backup: serialize('backup'), rehearsal: serialize('rehearsal') };
}

/** A workspace with its counts, as presented to operators. */
export function serializeAccountSummary(
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
