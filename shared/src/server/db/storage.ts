import { CodedError } from '../../contract/errors.ts';
import { earnedStorage, type StorageNotice, storageNotice, storageQuota } from '../../domain/quota.ts';
import { formatBytes } from '../../i18n/format.ts';
import { chooseLanguage } from '../../i18n/t.ts';
import type { PlanName } from '../../plans.ts';
import { requestEmail } from './emails.ts';
import type { Knex } from './knex.ts';
import { watchOverflow } from './watch-overflow.ts';

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

/**
 * An upload that nobody goes on with holds its place for so long, though it may be gone on with for a day. One that nobody ever
 * went on with may be known to nobody, as when the answer to its beginning was lost: whoever begins anew is not in its way for long.
 */
const HELD_FOR = { begun: '1 minute', goneOnWith: '1 hour' } as const;

/**
 * Refuses a file that a workspace has no room for before any of it is stored, beside what is on its way into it;
 * {@link chargeOriginal} asks again, under the lock. Content that the workspace has already is free.
 * @param file - `sha256` in hex, null where it is not known yet; `uploadId` of the resumable upload that it comes by, whose own
 * place it takes
 * @throws CodedError `security.account.storage-full`.
 */
export async function assertRoomFor(
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
 * Locks a workspace's row, so that everything that changes its storage happens one after the other. Its key stays free: rows
 * that only name the workspace, such as a comment's, are written meanwhile.
 */
export async function lockAccount(trx: Knex, accountId: string): Promise<StorageAccount> {
  const { rows } = await trx.raw<{ rows: AccountColumns[] }>(
    'select plan, storage_used, referral_joined from accounts where id = ? for no key update',
    [accountId],
  );
  const row = rows[0];
  if (!row) {
    throw new CodedError('request.not-found');
  }
  return toStorageAccount(row);
}

type AccountColumns = { plan: PlanName; storage_used: number; referral_joined: number };

function toStorageAccount(row: AccountColumns): StorageAccount {
  return { plan: row.plan, storageUsed: row.storage_used, referralJoined: row.referral_joined };
}

function assertFits({ plan, storageUsed, referralJoined }: StorageAccount, size: number): void {
  if (storageUsed + size > storageQuota(plan, earnedStorage(referralJoined))) {
    throw new CodedError('security.account.storage-full');
  }
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
  assertFits(charge.account, charge.size);
  await trx.raw('update accounts set storage_used = storage_used + ? where id = ?', [
    charge.size,
    charge.accountId,
  ]);
}

/** The templates of what an owner is told, by how near to the quota the workspace is. */
const NOTICES = { 1: 'storage-warning', 2: 'storage-full' } as const;

/**
 * Mails the owner of a workspace once each time its storage passes 90 % or the whole of its quota. Falling below is
 * remembered silently, so that the next crossing is told again. Call it under {@link lockAccount}.
 */
export async function tellStorage(trx: Knex, accountId: string, page: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: StorageOwner[] }>(
    `select case when u.email_confirmed_at is not null then a.name end as name, a.plan, a.storage_used, a.referral_joined, a.storage_notice, u.email, u.locale
     from accounts a join users u on u.id = a.owner_id where a.id = ? and u.deleted_at is null`,
    [accountId],
  );
  const account = rows[0];
  if (!account) {
    return;
  }
  const available = storageQuota(account.plan, earnedStorage(account.referral_joined));
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
  /** Null at an address that nobody has confirmed, which may be a stranger's. */
  name: string | null;
  plan: PlanName;
  storage_used: number;
  referral_joined: number;
  storage_notice: StorageNotice;
  email: string;
  locale: string;
};

/**
 * Writes the true sum of a workspace's storage, under its lock.
 * @returns what is used and by how many bytes the books said something else.
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

/** Recounts a workspace's storage and notes for operators that it was looked at and what was wrong. */
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
