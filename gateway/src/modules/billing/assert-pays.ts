import { judgeAccount, judgeHidden } from '@diorama/shared/policy/account.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findAccountFacts } from '@diorama/shared/server/db/read-models/accounts.ts';
import type { Actor } from '../../auth/actor.ts';
import { assertAllowed } from '../assert-allowed.ts';

/** Lets only those go on who pay for a workspace. @throws CodedError as the policy says. */
export async function assertPays(db: Knex, accountId: string, actor: Actor): Promise<void> {
  const facts = await findAccountFacts(db, accountId, actor.userId);
  assertAllowed(judgeAccount('pay', facts ?? { role: null, isActive: true }));
}

/**
 * Lets only those read a thing of a workspace's books who pay for it, also while it is suspended.
 * @throws CodedError as the policy says
 */
export async function assertReadsBooks(db: Knex, accountId: string, actor: Actor): Promise<void> {
  const facts = await findAccountFacts(db, accountId, actor.userId);
  assertAllowed(judgeHidden('pay', facts && { ...facts, isActive: true }));
}

/** The same of a thing of a workspace, which is not there for anybody else. @throws CodedError as the policy says. */
export async function assertPaysHidden(db: Knex, accountId: string, actor: Actor): Promise<void> {
  assertAllowed(judgeHidden('pay', await findAccountFacts(db, accountId, actor.userId)));
}
