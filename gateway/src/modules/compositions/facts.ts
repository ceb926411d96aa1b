import { CodedError, type ErrorCode, existing } from '@diorama/shared/contract/errors.ts';
import {
  authorizeComposition,
  type CompositionAction,
  type CompositionFacts,
  isBoundByQuota,
} from '@diorama/shared/policy/composition.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  type CompositionDetail,
  findComposition,
} from '@diorama/shared/server/scenes/compositions.queries.ts';
import { listSceneFacts, type SceneFactsRow } from '@diorama/shared/server/scenes/scene-facts.queries.ts';
import { isOverflown } from '@diorama/shared/server/storage/capacity.ts';
import { assertAllowed } from '../assert-allowed.ts';

/** Facts for the policy from a scene's row. */
export function factsOf(row: SceneFactsRow, isOverflown: boolean): CompositionFacts {
  return {
    accountRole: row.account_role,
    memberRole: row.member_role,
    isAccountActive: row.account_is_active,
    isTrashed: row.deleted_at !== null,
    isOverflown,
  };
}

/** Facts for the policy about a scene and a user; null when there is no such scene. */
export async function findCompositionFacts(
  db: Knex,
  compositionId: string,
  userId: string,
): Promise<CompositionFacts | null> {
  const row = await findComposition(db, compositionId, userId);
  return row ? factsOf(row, await isOverflown(db, row.account_id)) : null;
}

/**
 * Loads a scene for a user's action.
 * @throws CodedError according to the policy; `request.not-found` for a scene that they may not see.
 */
export async function loadComposition(
  db: Knex,
  action: CompositionAction,
  target: { id: string; userId: string },
): Promise<CompositionDetail> {
  const row = existing(await findComposition(db, target.id, target.userId));
  const overflown = isBoundByQuota(action) && (await isOverflown(db, row.account_id));
  assertAllowed(authorizeComposition(action, factsOf(row, overflown)));
  return row;
}

/** Scenes that allow an action, and the reasons of the others. */
export type Authorized = { allowed: SceneFactsRow[]; refused: { id: string; code: ErrorCode }[] };

/** Judges an action for many scenes with as many queries as for one (and one more for each further workspace). */
export async function authorizeCompositions(
  db: Knex,
  action: CompositionAction,
  target: { ids: readonly string[]; userId: string },
): Promise<Authorized> {
  const ids = [...new Set(target.ids)];
  const rows = new Map((await listSceneFacts(db, ids, target.userId)).map((row) => [row.id, row]));
  const accounts = [...new Set([...rows.values()].map((row) => row.account_id))];
  const overflown = new Map<string, boolean>();
  for (const accountId of isBoundByQuota(action) ? accounts : []) {
    overflown.set(accountId, await isOverflown(db, accountId));
  }
  const authorized: Authorized = { allowed: [], refused: [] };
  for (const id of ids) {
    const row = rows.get(id);
    const facts = row && factsOf(row, overflown.get(row.account_id) ?? false);
    const verdict = facts && authorizeComposition(action, facts);
    if (row && verdict?.allowed) {
      authorized.allowed.push(row);
    } else {
      authorized.refused.push({ id, code: verdict && !verdict.allowed ? verdict.code : 'request.not-found' });
    }
  }
  return authorized;
}

/**
 * Loads many scenes for a user's action, all or none.
 * @throws CodedError according to the policy for the first scene that does not allow it.
 */
export async function loadCompositions(
  db: Knex,
  action: CompositionAction,
  ids: readonly string[],
  userId: string,
): Promise<SceneFactsRow[]> {
  const { allowed, refused } = await authorizeCompositions(db, action, { ids, userId });
  if (refused[0]) {
    throw new CodedError(refused[0].code);
  }
  return allowed;
}
