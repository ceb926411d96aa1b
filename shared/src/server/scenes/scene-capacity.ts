import { CodedError } from '../../contract/errors.ts';
import { earnedStorage, evaluateQuota } from '../../domain/quota.ts';
import { PLANS } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { lockAccount } from '../storage/storage.queries.ts';
import { findUsage } from './compositions.queries.ts';

/**
 * Rejects more scenes than a workspace's plan allows, and locks the workspace until the transaction ends.
 * @param count - of the new scenes, or a function that counts them once the workspace is locked
 * @throws CodedError `security.account.overflown_storage`, `scenes.limit`.
 */
export async function assertSceneCapacity(
  trx: Knex,
  accountId: string,
  count: number | (() => Promise<number>),
): Promise<void> {
  const account = await lockAccount(trx, accountId);
  const usage = await findUsage(trx, accountId);
  const more = typeof count === 'number' ? count : await count();
  const { isOverflown } = evaluateQuota(account.plan, {
    scenes: usage?.scenes ?? 0,
    used: account.storageUsed,
    earned: earnedStorage(account.referralJoined),
  });
  if (isOverflown) {
    throw new CodedError('security.account.overflown_storage');
  }
  if ((usage?.scenes ?? 0) + more > PLANS[account.plan].features.maxScenes) {
    throw new CodedError('scenes.limit');
  }
}
