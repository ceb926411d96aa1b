import { CodedError } from '../../contract/errors.ts';
import { earnedStorage, storageQuota } from '../../domain/quota.ts';
import type { PlanName } from '../../plans.ts';
import type { Knex } from './knex.ts';

/** Which assets count: what people uploaded and what did not fail. */
const COUNTED = `deleted_at is null and status <> 'failed' and original_object is not null`;

/** The truth of a workspace's storage: the sizes of the distinct originals that people uploaded, in bytes. */
export async function countStorage(db: Knex, accountId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { used: number }[] }>(
    `select coalesce(sum(o.size), 0)::bigint as used from objects o
     where o.id in (select original_object from assets where account_id = ? and ${COUNTED})`,
    [accountId],
  );
  return rows[0]?.used ?? 0;
}

/** What is known of a workspace when its storage is judged. */
export type StorageAccount = { plan: PlanName; storageUsed: number; referralJoined: number };

/** Locks a workspace's row, so that everything that changes its storage happens one after the other. */
export async function lockAccount(trx: Knex, accountId: string): Promise<StorageAccount> {
  const { rows } = await trx.raw<{
    rows: { plan: PlanName; storage_used: number; referral_joined: number }[];
  }>('select plan, storage_used, referral_joined from accounts where id = ? for update', [accountId]);
  const row = rows[0];
  if (!row) {
    throw new CodedError('request.not-found');
  }
  return { plan: row.plan, storageUsed: row.storage_used, referralJoined: row.referral_joined };
}

/**
 * Charges a workspace for an original that an asset is about to refer to; content it has already is free.
 * Call it under {@link lockAccount} and before the asset's row is written.
 * @throws CodedError `security.account.storage-full` when the quota would be passed.
 */
export async function chargeOriginal(
  trx: Knex,
  charge: { accountId: string; account: StorageAccount; objectId: string; size: number },
): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select 1 from assets where account_id = ? and original_object = ? and ${COUNTED} limit 1`,
    [charge.accountId, charge.objectId],
  );
  if (rows.length > 0) {
    return;
  }
  const { plan, storageUsed, referralJoined } = charge.account;
  if (storageUsed + charge.size > storageQuota(plan, earnedStorage(referralJoined))) {
    throw new CodedError('security.account.storage-full');
  }
  await trx.raw('update accounts set storage_used = storage_used + ? where id = ?', [
    charge.size,
    charge.accountId,
  ]);
}

/**
 * Writes the true sum of a workspace's storage, under its lock.
 * @returns what is used and by how many bytes the books were wrong.
 */
export async function recountStorage(
  trx: Knex,
  accountId: string,
): Promise<{ used: number; corrected: number }> {
  const account = await lockAccount(trx, accountId);
  const used = await countStorage(trx, accountId);
  if (used !== account.storageUsed) {
    await trx.raw('update accounts set storage_used = ? where id = ?', [used, accountId]);
  }
  return { used, corrected: used - account.storageUsed };
}
