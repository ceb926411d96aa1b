import { CodedError } from '@diorama/shared/contract/errors.ts';
import { earnedStorage, judgeQuota } from '@diorama/shared/domain/quota.ts';
import {
  type CompositionAction,
  type CompositionFacts,
  judgeComposition,
} from '@diorama/shared/policy/composition.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  type CompositionDetail,
  type CompositionRow,
  findComposition,
  findUsage,
} from '@diorama/shared/server/db/read-models/compositions.ts';

/** Looking and deleting are never refused for quota, so they need not know it. */
const NEEDS_QUOTA: ReadonlySet<CompositionAction> = new Set(['edit', 'update', 'publish', 'share']);

/** What the policy needs, out of a scene's row. */
export function factsOf(row: CompositionRow, isOverflown: boolean): CompositionFacts {
  return {
    accountRole: row.account_role,
    memberRole: row.member_role,
    isAccountActive: row.account_is_active,
    isTrashed: row.deleted_at !== null,
    isOverflown,
  };
}

/** Whether a workspace holds more than its plan allows. */
export async function isOverflown(db: Knex, accountId: string): Promise<boolean> {
  const usage = await findUsage(db, accountId);
  return (
    usage !== null &&
    judgeQuota(usage.plan, {
      scenes: usage.scenes,
      used: usage.storage_used,
      earned: earnedStorage(usage.referral_joined),
    }).isOverflown
  );
}

/** Everything the policy may ask about a scene and a person; null when there is no such scene. */
export async function findCompositionFacts(
  db: Knex,
  compositionId: string,
  userId: string,
): Promise<CompositionFacts | null> {
  const row = await findComposition(db, compositionId, userId);
  return row ? factsOf(row, await isOverflown(db, row.account_id)) : null;
}

/**
 * Loads a scene for an action of a person.
 * @throws CodedError as the policy says; `request.not-found` for what they may not see.
 */
export async function loadComposition(
  db: Knex,
  action: CompositionAction,
  target: { id: string; userId: string },
): Promise<CompositionDetail> {
  const row = await findComposition(db, target.id, target.userId);
  if (!row) {
    throw new CodedError('request.not-found');
  }
  const overflown = NEEDS_QUOTA.has(action) && (await isOverflown(db, row.account_id));
  const verdict = judgeComposition(action, factsOf(row, overflown));
  if (!verdict.allowed) {
    throw new CodedError(verdict.code);
  }
  return row;
}
