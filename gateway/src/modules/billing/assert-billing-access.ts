import { authorizeAccount, authorizeHidden } from '@diorama/shared/policy/account.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import { assertAllowed } from '../assert-allowed.ts';

/** Asserts that the user pays for a workspace. @throws CodedError according to the policy. */
export async function assertBillingAccess(db: Knex, accountId: string, actor: Actor): Promise<void> {
  const facts = await findAccountFacts(db, accountId, actor.userId);
  assertAllowed(authorizeAccount('pay', facts ?? { role: null, isActive: true }));
}

/**
 * Asserts that the user pays for a workspace and may read its bookkeeping, also while it is suspended.
 * @throws CodedError according to the policy
 */
export async function assertBillingReadAccess(db: Knex, accountId: string, actor: Actor): Promise<void> {
  const facts = await findAccountFacts(db, accountId, actor.userId);
  assertAllowed(authorizeHidden('pay', facts && { ...facts, isActive: true }));
}

/**
 * The same for a resource of a workspace, which is hidden from all others. @throws CodedError according to
 * the policy.
 */
export async function assertHiddenBillingAccess(db: Knex, accountId: string, actor: Actor): Promise<void> {
  assertAllowed(authorizeHidden('pay', await findAccountFacts(db, accountId, actor.userId)));
}
