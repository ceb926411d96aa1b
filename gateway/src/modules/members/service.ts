import { CodedError } from '@diorama/shared/contract/errors.ts';
import { isManager } from '@diorama/shared/policy/account.ts';
import { judgeMember, type MemberAction } from '@diorama/shared/policy/member.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findAccountFacts } from '@diorama/shared/server/db/read-models/accounts.ts';
import { findMembers, type MemberRow } from '@diorama/shared/server/db/read-models/members.ts';
import { removeMember } from '@diorama/shared/server/db/repositories/members.ts';
import { lockAccount } from '@diorama/shared/server/db/storage.ts';
import { assertAllowed } from '../assert-allowed.ts';

/** A member as somebody may see them, and whether that is their own row and they manage nothing. */
export type LoadedMember = { row: MemberRow; isOwnWish: boolean };

/**
 * Loads members for an action of a person.
 * @throws CodedError as the policy says; `request.not-found` when one of them is not there or not to be seen.
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
    assertAllowed(judgeMember(action, { accountRole, isSelf, isActive: row.account_is_active }));
    return { row, isOwnWish: isSelf && !isManager(accountRole) };
  });
}

/** Takes members out, all or none. @throws CodedError as the policy says. */
export async function removeMembers(
  db: Knex,
  target: { ids: readonly string[]; userId: string },
): Promise<void> {
  const ids = [...new Set(target.ids)];
  await db.transaction(async (trx) => {
    const before = await loadMembers(trx, 'take-away', { ...target, ids });
    // In one order, so that two who remove the same people at once do not wait for each other for ever.
    for (const accountId of [...new Set(before.map(({ row }) => row.account_id))].sort()) {
      await lockAccount(trx, accountId);
    }
    const members = await loadMembers(trx, 'take-away', { ...target, ids });
    for (const { row } of members) {
      await removeMember(trx, row);
    }
  });
}
