import { earnedStorage, judgeQuota, storageQuota } from '../../../domain/quota.ts';
import { MAX_UPLOAD_BYTES } from '../../../plans.ts';
import type { Knex } from '../knex.ts';
import { findUsage } from './compositions.ts';

/** Whether a workspace holds more than its plan allows. */
export async function isOverflown(db: Knex, accountId: string): Promise<boolean> {
  return (await judgeRoom(db, accountId)).isOverflown;
}

/** Whether a workspace holds more than its plan allows, and whether the largest upload would not fit into it any more. */
export async function judgeRoom(
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
    isOverflown: judgeQuota(plan, { scenes, used, earned }).isOverflown,
    isShort: used + MAX_UPLOAD_BYTES > storageQuota(plan, earned),
  };
}
