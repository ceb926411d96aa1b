import type { AccountSummary, operatorRoutes } from '@diorama/shared/contract/operators.ts';
import { earnedStorage, storageQuota } from '@diorama/shared/domain/quota.ts';
import { PLANS } from '@diorama/shared/plans.ts';
import type { Queues } from '@diorama/shared/server/jobs/queue.ts';
import {
  type AccountSummaryRow,
  countContents,
  listAccountSummaries,
} from '@diorama/shared/server/operations/operators.queries.ts';
import { switchReadOnly } from '@diorama/shared/server/operations/read-only.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { serializeUserRef } from '../users/user-ref.ts';
import { operatorOrderHandlers } from './orders.ts';
import { openQueueBoard } from './queue-board.ts';
import { readOperatorsOverview, serializeReadOnly } from './read-operators-overview.ts';

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

    getOperatorsOverview: (_input, { ctx }) => {
      ctx.set('Cache-Control', 'no-store');
      return readOperatorsOverview(deps, queues);
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
