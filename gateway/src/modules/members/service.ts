import { CodedError } from '@diorama/shared/contract/errors.ts';
import { isManager } from '@diorama/shared/policy/account.ts';
import { authorizeMember, type MemberAction } from '@diorama/shared/policy/member.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { lockAccount } from '@diorama/shared/server/storage/storage.queries.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { removeMember } from '@diorama/shared/server/workspaces/member-changes.queries.ts';
import { findMembers, type MemberRow } from '@diorama/shared/server/workspaces/members.queries.ts';
import { assertAllowed } from '../assert-allowed.ts';

/** A visible member, and whether it is the user's own row while they manage nothing. */
export type LoadedMember = { row: MemberRow; isOwnWish: boolean };

/**
 * Loads members for a user's action.
 * @throws CodedError according to the policy; `request.not-found` when one of them is missing or hidden.
 */
export async function loadMembers(
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
    return { row, isOwnWish: isSelf && !isManager(accountRole) };
  });
}

/** Removes members, all or none. @throws CodedError according to the policy. */
export async function removeMembers(
  db: Knex,
  target: { ids: readonly string[]; userId: string },
): Promise<void> {
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
