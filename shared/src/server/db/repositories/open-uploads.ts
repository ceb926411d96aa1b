import { CodedError } from '../../../contract/errors.ts';
import { MAX_UPLOAD_BYTES } from '../../../plans.ts';
import type { Knex } from '../knex.ts';
import { assertRoomFor, lockAccount } from '../storage.ts';
import { transact } from '../transaction.ts';

/** What one person may have begun and not ended, in bytes as announced: ten of the largest files. */
export const MAX_OPEN_BYTES = 10 * MAX_UPLOAD_BYTES;
/** What nobody goes on with is thrown away after a day. */
export const KEEP_UPLOAD_MS = 24 * 60 * 60_000;
/** When somebody with too much open may look again, in seconds: by then one of them may have ended. */
const RETRY_S = 60;
/** A process that has not been heard of for so long, in seconds, writes no more. */
const WRITER_SECONDS = 10;

/** `accountId` is whose storage it will count against. */
export type OpenUpload = { id: string; ownerId: string; accountId: string; size: number };

/**
 * Counts an upload as begun, so that nobody fills the store with beginnings, and holds its place in the workspace, so that
 * several that are on their way at once all end well.
 * @throws CodedError `security.account.storage-full`; `request.too-many` with `Retry-After` when the person has too much open.
 */
export async function beginUpload(db: Knex, { id, ownerId, accountId, size }: OpenUpload): Promise<void> {
  await transact(db, async (trx) => {
    // Several that begin at once are counted one after the other.
    await trx.raw('select 1 from users where id = ? for no key update', [ownerId]);
    const { rows } = await trx.raw<{ rows: { open: number }[] }>(
      `select coalesce(sum(size), 0)::bigint as open from open_uploads
       where owner_id = ? and created_at >= now() - make_interval(secs => ?)`,
      [ownerId, KEEP_UPLOAD_MS / 1_000],
    );
    await lockAccount(trx, accountId);
    // What it holds nobody knows yet, so it is refused even where the workspace has the same content already.
    await assertRoomFor(trx, { accountId, size, sha256: null, uploadId: id });
    if ((rows[0]?.open ?? 0) + size > MAX_OPEN_BYTES) {
      throw new CodedError('request.too-many', { headers: { 'Retry-After': String(RETRY_S) } });
    }
    await trx('open_uploads').insert({ id, owner_id: ownerId, account_id: accountId, size });
  });
}

/** Whose upload it is; null when none of that name is open. */
export async function findUploadOwner(db: Knex, id: string): Promise<string | null> {
  const row = await db('open_uploads').where({ id }).first('owner_id');
  return row?.owner_id ?? null;
}

/**
 * Notes that somebody goes on with an upload, who knows its name by that, and so holds its place for longer.
 * @returns null where it is not open; `accountId` is null for those that an earlier release began.
 */
export async function goOnWithUpload(
  db: Knex,
  id: string,
): Promise<{ accountId: string | null; size: number } | null> {
  const [row] = await db('open_uploads')
    .where({ id })
    .update({ touched_at: db.fn.now() })
    .returning(['account_id', 'size']);
  return row ? { accountId: row.account_id, size: row.size } : null;
}

/** Counts an upload no more: it is complete, refused, given up or expired. */
export async function endUpload(db: Knex, id: string): Promise<void> {
  await db('open_uploads').where({ id }).delete();
}

/** Uploads that nobody has ended for longer than they are kept, and that nobody writes to. */
export async function listExpiredUploads(db: Knex): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select id from open_uploads where created_at < now() - make_interval(secs => ?)
       and coalesce(writer_until < now(), true) order by created_at limit 500`,
    [KEEP_UPLOAD_MS / 1_000],
  );
  return rows.map(({ id }) => id);
}

/**
 * Makes a process the only one that writes to an upload, or asks the one that is to stop.
 * @returns `gone` when there is no such upload any more.
 */
export async function takeUpload(
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
 * Says that a process still writes to an upload.
 * @returns whether it may go on: nobody has taken the upload from it or waits for it.
 */
export async function keepUpload(db: Knex, { id, writer }: { id: string; writer: string }): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { is_wanted: boolean }[] }>(
    `update open_uploads set writer_until = now() + make_interval(secs => ${WRITER_SECONDS})
     where id = ? and writer = ? returning is_wanted`,
    [id, writer],
  );
  return rows[0]?.is_wanted === false;
}

/** Lets others write to an upload, which has been gone on with until now. */
export async function leaveUpload(db: Knex, { id, writer }: { id: string; writer: string }): Promise<void> {
  await db.raw(
    `update open_uploads set writer = null, writer_until = null, is_wanted = false,
       touched_at = case when touched_at > created_at then now() else touched_at end
     where id = ? and writer = ?`,
    [id, writer],
  );
}
