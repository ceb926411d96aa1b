import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import { type AccountAction, authorizeAccount, isManager } from '@diorama/shared/policy/account.ts';
import {
  type AccountRow,
  findAccount,
  findAccountFacts,
  listAccountsOf,
} from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { readAccount } from './read-account.ts';

type AccountDeps = Deps & { urls: Urls };

/** @throws CodedError according to the policy. */
export async function assertMay(
  { db }: Pick<Deps, 'db'>,
  action: AccountAction,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  const facts = await findAccountFacts(db, id, actor.userId);
  assertAllowed(authorizeAccount(action, facts ?? { role: null, isActive: true }));
}

/** @throws CodedError `security.not-allowed` for everyone but operators, `request.not-found`. */
export async function assertMaySuspend(deps: Pick<Deps, 'db'>, id: string, actor: Actor): Promise<void> {
  if (!actor.isOperator) {
    await assertMay(deps, 'read', { id, actor });
    throw new CodedError('security.not-allowed');
  }
}

/** @throws CodedError `request.not-found` */
export async function loadAccount({ db }: Pick<Deps, 'db'>, id: string, actor: Actor): Promise<AccountRow> {
  const row = existing(await findAccount(db, id, actor.userId));
  return row;
}

/** An account as its user sees it. @throws CodedError `request.not-found` */
export async function answerAccount(deps: AccountDeps, id: string, { userId }: Pick<Actor, 'userId'>) {
  const account = existing(await readAccount(deps, id, userId));
  return account;
}

/** An account as an operator sees it: like its owner, without being a member. */
export async function answerAccountToOperator(deps: AccountDeps, id: string, actor: Actor) {
  const own = await readAccount(deps, id, actor.userId);
  return own ?? answerAccount(deps, id, { userId: (await loadAccount(deps, id, actor)).owner.id });
}

/** A user's own workspace. */
export async function findOwnAccountId(db: Deps['db'], userId: string): Promise<string | undefined> {
  const [own] = await listAccountsOf(db, userId);
  return own?.id;
}

/**
 * The workspace of a list, by default the user's own.
 * @returns null for a workspace that the user does not manage, as for a missing one.
 */
export async function findManagedAccountId(
  db: Deps['db'],
  named: string | undefined,
  userId: string,
): Promise<string | null> {
  const id = named ?? (await findOwnAccountId(db, userId));
  const facts = id === undefined ? null : await findAccountFacts(db, id, userId);
  return id !== undefined && isManager(facts?.role) ? id : null;
}

/**
 * The workspace of new content, by default the user's own.
 * @throws CodedError `request.not-found`, or when the user may not create content in it.
 */
export async function chooseAccountId(
  deps: Pick<Deps, 'db'>,
  named: string | null | undefined,
  userId: string,
): Promise<string> {
  const id = existing(named ?? (await findOwnAccountId(deps.db, userId)));
  await assertAccount(deps, id, userId);
  return id;
}

/** @throws CodedError when the user may not create resources in this workspace. */
export async function assertAccount(
  deps: Pick<Deps, 'db'>,
  accountId: string,
  userId: string,
): Promise<void> {
  const facts = await findAccountFacts(deps.db, accountId, userId);
  assertAllowed(authorizeAccount('create-content', facts ?? { role: null, isActive: true }));
}
