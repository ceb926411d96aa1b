import { assertFound, CodedError } from '@diorama/shared/contract/errors.ts';
import type { Member, memberRoutes } from '@diorama/shared/contract/members.ts';
import { isManager } from '@diorama/shared/policy/account.ts';
import { authorizeMember, type MemberAction } from '@diorama/shared/policy/member.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { lockAccount } from '@diorama/shared/server/storage/storage.queries.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { changeMember, removeMember } from '@diorama/shared/server/workspaces/member-changes.queries.ts';
import {
  findMembers,
  listGrants,
  listMembers,
  type MemberRow,
} from '@diorama/shared/server/workspaces/members.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { serializeMember } from './serializer.ts';

/** A visible member, and whether it is the user's own row while they manage nothing. */
type LoadedMember = { row: MemberRow; isOwnRequest: boolean };

/** Members of workspaces: lists, roles, shared resources, and leaving. */
export function memberHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof memberRoutes> {
  const { db, urls } = deps;

  return {
    listMembers: async ({ query }, { actor }) => {
      const compositionId = query.compositions ?? null;
      const projectId = query.projects ?? null;
      const { rows, total } = await listMembers(db, {
        viewerId: actor.userId,
        accountId: query['account.uuid'] ?? null,
        compositionId,
        projectId,
        scenesBy: query['compositions.createdBy.uuid'] ?? null,
        name: query.name?.trim() || null,
        pending: query.pending ?? null,
        ...pageOf(query),
      });
      const grants = await listGrants(
        db,
        rows.map((row) => row.id),
      );
      const byMember = Map.groupBy(grants, (grant) => grant.member_id);
      const items = rows.map((row) =>
        serializeMember(urls, row, byMember.get(row.id) ?? [], compositionId ?? projectId),
      );
      return serializePage('/api/members', query, { items, total });
    },

    getMember: async ({ params }, { actor }) => {
      await loadMembers(db, 'read', { ids: [params.id], userId: actor.userId });
      return readMember(params.id);
    },

    patchMember: async ({ params, body }, { actor }) => {
      const target = { ids: [params.id], userId: actor.userId };
      await db.transaction(async (trx) => {
        const [before] = await loadMembers(trx, 'read', target);
        assertFound(before);
        await lockAccount(trx, before.row.account_id);
        const [member] = await loadMembers(trx, before.isOwnRequest ? 'take-away' : 'change', target);
        assertFound(member);
        await changeMember(trx, member.row, { change: body, isOwnRequest: member.isOwnRequest });
      });
      return readMember(params.id);
    },

    deleteMember: async ({ params }, { actor }) => {
      await removeMembers(db, { ids: [params.id], userId: actor.userId });
      return undefined;
    },

    revokeMembers: async ({ body }, { actor }) => {
      await removeMembers(db, { ids: body.members, userId: actor.userId });
      return { revoked: [...new Set(body.members)].map((id) => `/api/members/${id}`) };
    },
  };

  async function readMember(id: string): Promise<Member> {
    const [[row], grants] = await Promise.all([findMembers(db, [id]), listGrants(db, [id])]);
    assertFound(row);
    return serializeMember(urls, row, grants);
  }
}

/**
 * Loads members for a user's action.
 * @throws CodedError according to the policy; `request.not-found` when one of them is missing or hidden.
 */
async function loadMembers(
  db: Knex,
  action: MemberAction,
  target: { ids: readonly string[]; userId: string },
): Promise<LoadedMember[]> {
  const rows = await findMembers(db, target.ids);
  if (rows.length < new Set(target.ids).size) {
    throw new CodedError('request.not-found');
  }
  const roles = new Map<string, Awaited<ReturnType<typeof findAccountFacts>>>();
  for (const accountId of new Set(rows.map((row) => row.account_id))) {
    roles.set(accountId, await findAccountFacts(db, accountId, target.userId));
  }
  return rows.map((row) => {
    const accountRole = roles.get(row.account_id)?.role ?? null;
    const isSelf = row.user_id === target.userId;
    assertAllowed(authorizeMember(action, { accountRole, isSelf, isActive: row.account_is_active }));
    return { row, isOwnRequest: isSelf && !isManager(accountRole) };
  });
}

/** Removes members, all or none. @throws CodedError according to the policy. */
async function removeMembers(db: Knex, target: { ids: readonly string[]; userId: string }): Promise<void> {
  const ids = [...new Set(target.ids)];
  await db.transaction(async (trx) => {
    const before = await loadMembers(trx, 'take-away', { ...target, ids });
    // In one order, so that two concurrent removals of the same members do not deadlock.
    for (const accountId of [...new Set(before.map(({ row }) => row.account_id))].sort()) {
      await lockAccount(trx, accountId);
    }
    const members = await loadMembers(trx, 'take-away', { ...target, ids });
    for (const { row } of members) {
      await removeMember(trx, row);
    }
  });
}
