import type { AccountSummary, ProcessState } from '@diorama/shared/contract/operators.ts';
import { earnedStorage, storageQuota } from '@diorama/shared/domain/quota.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import type { ProcessRow } from '@diorama/shared/server/db/heartbeats.ts';
import type { AccountSummaryRow } from '@diorama/shared/server/db/read-models/operators.ts';
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
