import { CodedError } from '../../contract/errors.ts';
import { MAX_ARCHIVE_BYTES } from '../../domain/workspace-archives.ts';
import { MAX_UPLOAD_BYTES } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { transact } from '../db/transaction.ts';
import { assertStorageCapacity, lockAccount } from '../storage/storage.queries.ts';

/** Maximum size of one user's open uploads, in bytes as announced: ten of the largest files. */
export const MAX_OPEN_BYTES = 10 * MAX_UPLOAD_BYTES;
/** Idle uploads are deleted after a day. */
export const KEEP_UPLOAD_MS = 24 * 60 * 60_000;
/** `Retry-After` for a user with too many open uploads, in seconds: by then one of them may have ended. */
const RETRY_S = 60;
/** A process without a heartbeat for this long does not write any more, in seconds. */
const WRITER_SECONDS = 10;

/** `accountId` is the workspace that it counts against; null for an archive, which counts against none. */
export type OpenUpload = { id: string; ownerId: string; accountId: string | null; size: number };

/**
 * Records a new upload. This limits the open uploads of a user, and reserves storage in the workspace, so
 * that several concurrent uploads all succeed.
 * @throws CodedError `security.account.storage-full`; `request.too-many` with `Retry-After` when the user has
 * too many open.
 */
export async function beginUpload(db: Knex, { id, ownerId, accountId, size }: OpenUpload): Promise<void> {
  await transact(db, async (trx) => {
    // Serialises concurrent uploads of one user.
    await trx.raw('select 1 from users where id = ? for no key update', [ownerId]);
    const { rows } = await trx.raw<{ rows: { open: number }[] }>(
      `select coalesce(sum(size), 0)::bigint as open from open_uploads
       where owner_id = ? and (account_id is null) = ? and created_at >= now() - make_interval(secs => ?)`,
      [ownerId, accountId === null, KEEP_UPLOAD_MS / 1_000],
    );
    if (accountId !== null) {
      await lockAccount(trx, accountId);
      // The content is unknown so far, so it is rejected even where the workspace already stores the same
      // content.
      await assertStorageCapacity(trx, { accountId, size, sha256: null, uploadId: id });
    }
    const most = accountId === null ? MAX_ARCHIVE_BYTES : MAX_OPEN_BYTES;
    if ((rows[0]?.open ?? 0) + size > most) {
      throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
    }
    await trx('open_uploads').insert({ id, owner_id: ownerId, account_id: accountId, size });
  });
}

/** Owner of an open upload; null when there is none with that id. */
export async function findUploadOwner(db: Knex, id: string): Promise<string | null> {
  const row = await db('open_uploads').where({ id }).first('owner_id');
  return row?.owner_id ?? null;
}

/**
 * Records activity of an upload by a client that knows its id, which extends the reservation.
 * @returns null where it is not open; `accountId` is null for archives.
 */
export async function resumeUpload(
  db: Knex,
  id: string,
): Promise<{ accountId: string | null; size: number } | null> {
  const [row] = await db('open_uploads')
    .where({ id })
    .update({ touched_at: db.fn.now() })
    .returning(['account_id', 'size']);
  return row ? { accountId: row.account_id, size: row.size } : null;
}

/** Ends the reservation of an upload that is complete, rejected, aborted or expired. */
export async function endUpload(db: Knex, id: string): Promise<void> {
  await db('open_uploads').where({ id }).delete();
}

/** Expired uploads without a writer. */
export async function listExpiredUploads(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select id from open_uploads where created_at < now() - make_interval(secs => ?)
       and coalesce(writer_until < now(), true) order by created_at limit 500`,
    [KEEP_UPLOAD_MS / 1_000],
  );
  return rows.map(({ id }) => id);
}

/**
 * Makes a process the only writer of an upload, or asks the current one to stop.
 * @returns `gone` when there is no such upload any more.
 */
export async function acquireUpload(
  db: Knex,
  { id, writer }: { id: string; writer: string },
): Promise<'taken' | 'busy' | 'gone'> {
  const { rows } = await db.raw<{ rows: { is_mine: boolean }[] }>(
    `update open_uploads u set
       writer = case when o.is_free then ?::uuid else u.writer end,
       writer_until = case when o.is_free then now() + make_interval(secs => ${WRITER_SECONDS}) else u.writer_until end,
       is_wanted = not o.is_free
     from (select id, coalesce(writer_until < now(), true) as is_free from open_uploads where id = ? for update) o
     where u.id = o.id returning o.is_free as is_mine`,
    [writer, id],
  );
  const [row] = rows;
  if (!row) {
    return 'gone';
  }
  return row.is_mine ? 'taken' : 'busy';
}

/**
 * Renews the claim of a process that writes to an upload.
 * @returns whether it may continue: no other process has taken the upload or waits for it.
 */
export async function renewUpload(
  db: Knex,
  { id, writer }: { id: string; writer: string },
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { is_wanted: boolean }[] }>(
    `update open_uploads set writer_until = now() + make_interval(secs => ${WRITER_SECONDS})
     where id = ? and writer = ? returning is_wanted`,
    [id, writer],
  );
  return rows[0]?.is_wanted === false;
}

/** Releases an upload to other writers and records the activity. */
export async function releaseUpload(db: Knex, { id, writer }: { id: string; writer: string }): Promise<void> {
  await db.raw(
    `update open_uploads set writer = null, writer_until = null, is_wanted = false,
       touched_at = case when touched_at > created_at then now() else touched_at end
     where id = ? and writer = ?`,
    [id, writer],
  );
}
