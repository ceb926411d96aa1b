import { earnedStorage, evaluateQuota, storageQuota } from '../../domain/quota.ts';
import { MAX_UPLOAD_BYTES } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { findUsage } from '../scenes/compositions.queries.ts';

/** Whether a workspace exceeds its plan's limits. */
export async function isOverflown(db: Knex, accountId: string): Promise<boolean> {
  return (await evaluateCapacity(db, accountId)).isOverflown;
}

/**
 * Whether a workspace exceeds its plan's limits, and whether the largest possible upload would exceed its
 * quota.
 */
export async function evaluateCapacity(
  db: Knex,
  accountId: string,
): Promise<{ isOverflown: boolean; isShort: boolean }> {
  const usage = await findUsage(db, accountId);
  if (usage === null) {
    return { isOverflown: false, isShort: false };
  }
  const { plan, scenes, storage_used: used } = usage;
  const earned = earnedStorage(usage.referral_joined);
  return {
    isOverflown: evaluateQuota(plan, { scenes, used, earned }).isOverflown,
    isShort: used + MAX_UPLOAD_BYTES > storageQuota(plan, earned),
  };
}
