import { authorizeAccount } from '@diorama/shared/policy/account.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Deps } from '../../deps.ts';
import { assertAllowed } from '../assert-allowed.ts';

/** @throws CodedError when the user may not create resources in this workspace. */
export async function assertAccount(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  userId: string,
): Promise<void> {
  const facts = await findAccountFacts(deps.db, accountId, userId);
  assertAllowed(authorizeAccount('create-content', facts ?? { role: null, isActive: true }));
}
