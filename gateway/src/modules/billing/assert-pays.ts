import { CodedError } from '@diorama/shared/contract/errors.ts';
import { judgeAccount, judgeHidden } from '@diorama/shared/policy/account.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findAccountFacts } from '@diorama/shared/server/db/read-models/accounts.ts';
import type { Actor } from '../../auth/actor.ts';

/** Lets only those go on who pay for a workspace. @throws CodedError as the policy says. */
export async function assertPays(db: Knex, accountId: string, actor: Actor): Promise<void> {
  const facts = await findAccountFacts(db, accountId, actor.userId);
  const verdict = judgeAccount('pay', facts ?? { role: null, isActive: true });
  if (!verdict.allowed) {
    throw new CodedError(verdict.code);
  }
}

/** The same of a thing of a workspace, which is not there for anybody else. @throws CodedError as the policy says. */
export async function assertPaysHidden(db: Knex, accountId: string, actor: Actor): Promise<void> {
  const verdict = judgeHidden('pay', await findAccountFacts(db, accountId, actor.userId));
  if (!verdict.allowed) {
    throw new CodedError(verdict.code);
  }
}
