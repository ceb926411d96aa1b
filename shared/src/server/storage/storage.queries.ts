import { CodedError, existing } from '../../contract/errors.ts';
import { earnedStorage, type StorageNotice, storageNotice, storageQuota } from '../../domain/quota.ts';
import { formatBytes } from '../../i18n/format.ts';
import { chooseLanguage } from '../../i18n/t.ts';
import type { PlanName } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { requestEmail } from '../delivery/emails.ts';
import { watchOverflow } from './watch-overflow.ts';

/** Condition for assets that count: uploads of users that did not fail. */
const COUNTED = `deleted_at is null and status <> 'failed' and original_object is not null`;

/** Actual storage of a workspace: the sizes of the distinct originals that users uploaded, in bytes. */
export async function countStorage(db: Knex, accountId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { used: number }[] }>(
    `select coalesce(sum(o.size), 0)::bigint as used from objects o
     where o.id in (select original_object from assets where account_id = ? and ${COUNTED})`,
    [accountId],
  );
  return rows[0]?.used ?? 0;
}

/** Facts about a workspace for its storage quota. */
export type StorageAccount = { plan: PlanName; storageUsed: number; referralJoined: number };

/**
 * Time for which an idle upload reserves storage, although it may be resumed for a day. An upload without any
 * activity may be unknown to its client, if the response to its creation was lost; so it does not block a
 * new attempt for long.
 */
const HELD_FOR = { begun: '1 minute', goneOnWith: '1 hour' } as const;

/**
 * Rejects a file that exceeds a workspace's quota before any of it is stored, including reservations of open
 * uploads. {@link chargeOriginal} checks again, under the lock. Content that the workspace has already is
 * free.
 * @param file - `sha256` in hex, null where it is not known yet; `uploadId` of its resumable upload, whose
 * reservation it uses
 * @throws CodedError `security.account.storage-full`.
 */
export async function assertStorageCapacity(
  db: Knex,
  file: { accountId: string; size: number; sha256: string | null; uploadId: string | null },
): Promise<void> {
  const { rows } = await db.raw<{ rows: (AccountColumns & { is_here: boolean; reserved: number })[] }>(
    `select plan, storage_used, referral_joined, (
       select coalesce(sum(u.size), 0)::bigint from open_uploads u where u.account_id = a.id and u.id is distinct from ?
         and greatest(u.touched_at, u.writer_until) > now()
           - case when u.touched_at > u.created_at then interval '${HELD_FOR.goneOnWith}' else interval '${HELD_FOR.begun}' end
         and not exists (select 1 from assets s where s.upload_id = u.id)) as reserved, exists (
       select 1 from objects o join assets s on s.account_id = o.account_id and s.original_object = o.id
       where o.account_id = a.id and o.sha256 = decode(?, 'hex') and ${COUNTED}) as is_here
     from accounts a where id = ?`,
    [file.uploadId, file.sha256, file.accountId],
  );
  const [row] = rows;
  if (row && !row.is_here) {
    assertFits(toStorageAccount(row), row.reserved + file.size);
  }
}

/**
 * Locks a workspace's row, so that changes of its storage are serialised. Its key stays unlocked: rows that
 * only reference the workspace, such as a comment's, can be written meanwhile.
 */
export async function lockAccount(trx: Knex, accountId: string): Promise<StorageAccount> {
  const { rows } = await trx.raw<{ rows: AccountColumns[] }>(
    'select plan, storage_used, referral_joined from accounts where id = ? for no key update',
    [accountId],
  );
  const row = existing(rows[0]);
  return toStorageAccount(row);
}

type AccountColumns = { plan: PlanName; storage_used: number; referral_joined: number };

function toStorageAccount(row: AccountColumns): StorageAccount {
  return { plan: row.plan, storageUsed: row.storage_used, referralJoined: row.referral_joined };
}

/** Bytes that a workspace may store. */
export async function findStorageQuota(db: Knex, accountId: string): Promise<number> {
  const row = await db('accounts').where({ id: accountId }).first('plan', 'referral_joined');
  return quotaOf({ plan: row.plan, referralJoined: row.referral_joined });
}

/** Whether a workspace has room for so many more bytes. */
export function hasStorageRoom(account: StorageAccount, size: number): boolean {
  return account.storageUsed + size <= quotaOf(account);
}

function quotaOf({ plan, referralJoined }: Pick<StorageAccount, 'plan' | 'referralJoined'>): number {
  return storageQuota(plan, earnedStorage(referralJoined));
}

function assertFits(account: StorageAccount, size: number): void {
  if (!hasStorageRoom(account, size)) {
    throw new CodedError('security.account.storage-full');
  }
}

/**
 * Charges a workspace for an original that an asset is about to reference; content it has already is free.
 * Call it under {@link lockAccount} and before the asset's row is written.
 * @throws CodedError `security.account.storage-full` when the quota would be exceeded.
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
  assertFits(charge.account, charge.size);
  await trx.raw('update accounts set storage_used = storage_used + ? where id = ?', [
    charge.size,
    charge.accountId,
  ]);
}

/** Mail templates by storage notice level. */
const NOTICES = { 1: 'storage-warning', 2: 'storage-full' } as const;

/**
 * Mails the owner of a workspace once each time its storage passes 90 % or 100 % of its quota. Falling
 * below is recorded silently, so that the next crossing sends a mail again. Call it under {@link
 * lockAccount}.
 */
export async function notifyStorage(trx: Knex, accountId: string, page: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: StorageOwner[] }>(
    `select case when u.email_confirmed_at is not null then a.name end as name, a.plan, a.storage_used, a.referral_joined, a.storage_notice, u.email, u.locale
     from accounts a join users u on u.id = a.owner_id where a.id = ? and u.deleted_at is null`,
    [accountId],
  );
  const account = rows[0];
  if (!account) {
    return;
  }
  const available = quotaOf({ plan: account.plan, referralJoined: account.referral_joined });
  const notice = storageNotice(account.storage_used, available);
  if (notice === account.storage_notice) {
    return;
  }
  await trx.raw('update accounts set storage_notice = ? where id = ?', [notice, accountId]);
  if (notice === 0 || notice < account.storage_notice) {
    return;
  }
  const language = chooseLanguage([account.locale]);
  await requestEmail(trx, {
    to: account.email,
    template: NOTICES[notice],
    locale: account.locale,
    props: {
      workspace: account.name,
      used: formatBytes(language, account.storage_used),
      available: formatBytes(language, available),
      url: page.replace('{lang}', language),
    },
  });
}

type StorageOwner = {
  /** Null for an unconfirmed address, which may belong to another person. */
  name: string | null;
  plan: PlanName;
  storage_used: number;
  referral_joined: number;
  storage_notice: StorageNotice;
  email: string;
  locale: string;
};

/**
 * Stores the actual storage of a workspace, under its lock.
 * @returns the used bytes and the difference to the recorded value.
 */
export async function recountStorage(
  trx: Knex,
  accountId: string,
): Promise<{ used: number; corrected: number }> {
  const account = await lockAccount(trx, accountId);
  const used = await countStorage(trx, accountId);
  if (used !== account.storageUsed) {
    await watchOverflow(trx, accountId, () =>
      trx.raw('update accounts set storage_used = ? where id = ?', [used, accountId]),
    );
  }
  return { used, corrected: used - account.storageUsed };
}

/** Recounts a workspace's storage, and records the check and any correction for operators. */
export async function checkStorage(
  trx: Knex,
  accountId: string,
): Promise<{ used: number; corrected: number }> {
  const { used, corrected } = await recountStorage(trx, accountId);
  await trx.raw('update accounts set storage_checked_at = now() where id = ?', [accountId]);
  if (corrected !== 0) {
    await trx('storage_corrections').insert({ account_id: accountId, corrected });
  }
  return { used, corrected };
}
