import { assertFound, CodedError } from '@diorama/shared/contract/errors.ts';
import type { Subject } from '@diorama/shared/domain/roles.ts';
import { authorizeAccount } from '@diorama/shared/policy/account.ts';
import { authorizeComposition, type CompositionFacts } from '@diorama/shared/policy/composition.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { listSceneFacts } from '@diorama/shared/server/scenes/scene-facts.queries.ts';
import { isOverflown } from '@diorama/shared/server/storage/capacity.ts';
import { findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { findProjectFacts, type ProjectFactsRow } from '@diorama/shared/server/workspaces/sharing.queries.ts';
import { assertAllowed } from '../assert-allowed.ts';

type EntityFacts = ProjectFactsRow & { is_trashed: boolean };

/** Resources of one kind, as named in a request. */
export type EntitySet = { subject: Subject; ids: readonly string[] };

/**
 * The one workspace of some resources, if a user may share them.
 * @throws CodedError according to the policy; `request.not-found` for hidden resources, and for those of
 * several workspaces.
 */
export async function loadShareable(db: Knex, entities: EntitySet, userId: string): Promise<string> {
  const { subject, ids } = entities;
  if (subject === 'accounts') {
    const [accountId = ''] = ids;
    const facts = await findAccountFacts(db, accountId, userId);
    assertAllowed(authorizeAccount('manage', facts ?? { role: null, isActive: true }));
    await assertNotOverflown(db, accountId);
    return accountId;
  }
  const rows = await findFacts(db, entities, userId);
  const [first] = rows;
  if (!first || rows.length < new Set(ids).size) {
    throw new CodedError('request.not-found');
  }
  const overflown = await isOverflown(db, first.account_id);
  for (const row of rows) {
    // A project is shared by the same rule as the scenes in it.
    assertAllowed(authorizeComposition('share', toFacts(row, overflown)));
  }
  assertFound(rows.some((row) => row.account_id === first.account_id));
  return first.account_id;
}

/** The workspace of a resource in an access request; null when there is no such shareable resource. */
export async function findAskedFor(
  db: Knex,
  entity: { subject: Subject; id: string },
  userId: string,
): Promise<{ accountId: string; isVisible: boolean } | null> {
  const { subject, id } = entity;
  if (subject === 'accounts') {
    const facts = await findAccountFacts(db, id, userId);
    return facts?.isActive ? { accountId: id, isVisible: facts.role !== null } : null;
  }
  const [row] = await findFacts(db, { subject, ids: [id] }, userId);
  if (!row || row.is_trashed || !row.account_is_active) {
    return null;
  }
  return { accountId: row.account_id, isVisible: authorizeComposition('read', toFacts(row, false)).allowed };
}

async function findFacts(db: Knex, { subject, ids }: EntitySet, userId: string): Promise<EntityFacts[]> {
  if (subject === 'compositions') {
    const scenes = await listSceneFacts(db, ids, userId);
    return scenes.map((row) => ({ ...row, is_trashed: row.deleted_at !== null }));
  }
  const rows = await findProjectFacts(db, ids, userId);
  return rows.map((row) => ({ ...row, is_trashed: false }));
}

function toFacts(row: EntityFacts, overflown: boolean): CompositionFacts {
  return {
    accountRole: row.account_role,
    memberRole: row.member_role,
    isAccountActive: row.account_is_active,
    isTrashed: row.is_trashed,
    isOverflown: overflown,
  };
}

async function assertNotOverflown(db: Knex, accountId: string): Promise<void> {
  if (await isOverflown(db, accountId)) {
    throw new CodedError('security.account.overflown_storage');
  }
}
