import { CodedError } from '@diorama/shared/contract/errors.ts';
import { judgeAccount } from '@diorama/shared/policy/account.ts';
import { findAccountFacts } from '@diorama/shared/server/db/read-models/accounts.ts';
import type { Deps } from '../../deps.ts';

/** @throws CodedError when the person may not make things in this workspace. */
export async function assertAccount(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  userId: string,
): Promise<void> {
  const facts = await findAccountFacts(deps.db, accountId, userId);
  const verdict = judgeAccount('create-content', facts ?? { role: null, isActive: true });
  if (!verdict.allowed) {
    throw new CodedError(verdict.code);
  }
}
