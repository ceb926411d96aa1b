import { assertFound, CodedError } from '../../contract/errors.ts';
import { LIBRARY_ACCOUNT_ID, MAX_LIBRARY_VERSIONS } from '../../domain/library.ts';
import type { Knex } from '../db/knex.ts';
import { transact } from '../db/transaction.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { hasStorageRoom, lockAccount } from '../storage/storage.queries.ts';
import { requestItemPicture } from './item-pictures.queries.ts';
import { assertLibraryRoom } from './library-changes.ts';

/** A new version of a component in a library. */
export type NewLibraryVersion = {
  /** Uuid of the item, which number 1 creates. */
  item: string;
  number: number;
  accountId: string;
  userId: string;
  name: string;
  note: string | null;
  /** JSON of the document. */
  document: string;
};

/**
 * Adds a version to a component, and requests its thumbnail. Each number is given once; versions beyond
 * {@link MAX_LIBRARY_VERSIONS} are deleted, the oldest first.
 * @throws CodedError `request.conflict` with the newest `version` for any other number than the next one,
 * `library.limit` where the workspace has no storage left.
 */
export async function saveLibraryVersion(db: Knex, version: NewLibraryVersion): Promise<void> {
  const { item, number, accountId, userId, name, note, document } = version;
  await transact(db, async (trx) => {
    await assertLibraryCapacity(trx, accountId, document.length);
    if (number === 1) {
      await assertLibraryRoom(trx, { accountId, kind: 'component' });
      await trx('library_items')
        .insert({ id: item, kind: 'component', account_id: accountId, created_by: userId, name })
        .onConflict('id')
        .ignore();
    }
    // Other saves of the component wait for this one.
    assertFound(
      await trx('library_items')
        .where({ id: item, account_id: accountId, kind: 'component' })
        .forUpdate()
        .first('id'),
    );
    const newest = await trx('library_versions')
      .where({ item_id: item })
      .max<{ max: number | null }>('number')
      .first();
    if (number !== (newest?.max ?? 0) + 1) {
      throw new CodedError('request.conflict', { extra: { version: newest?.max ?? 0 } });
    }
    await trx('library_versions').insert({
      id: uuidv7(),
      item_id: item,
      number,
      document,
      note,
      created_by: userId,
    });
    await trx('library_versions')
      .where({ item_id: item })
      .andWhere('number', '<=', number - MAX_LIBRARY_VERSIONS)
      .delete();
    await trx('library_items').where({ id: item }).update({ name, updated_at: trx.fn.now() });
    await requestItemPicture(trx, 'library.version-saved', item);
  });
}

/**
 * Versions count as no storage, like documents of scenes, but together with it they must fit the quota.
 * @throws CodedError `library.limit`
 */
export async function assertLibraryCapacity(trx: Knex, accountId: string, size: number): Promise<void> {
  const account = await lockAccount(trx, accountId);
  const bytes = await countComponentBytes(trx, accountId);
  if (accountId !== LIBRARY_ACCOUNT_ID && !hasStorageRoom(account, bytes + size)) {
    throw new CodedError('library.limit');
  }
}

/** Stored bytes of the components in a workspace's library. */
export async function countComponentBytes(db: Knex, accountId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { bytes: number }[] }>(
    `select coalesce(sum(pg_column_size(v.document)), 0)::bigint as bytes
     from library_versions v join library_items i on i.id = v.item_id where i.account_id = ? and i.kind = 'component'`,
    [accountId],
  );
  return rows[0]?.bytes ?? 0;
}

/** The versions of a component, with the names of their authors; the newest first. */
export async function listLibraryVersions(
  db: Knex,
  item: string,
): Promise<{ number: number; note: string | null; createdAt: string; by: string | null }[]> {
  return await db('library_versions as v')
    .leftJoin('users as u', 'u.id', 'v.created_by')
    .where('v.item_id', item)
    .orderBy('v.number', 'desc')
    .limit(MAX_LIBRARY_VERSIONS)
    .select('v.number', 'v.note', 'v.created_at as createdAt', 'u.name as by');
}

/** Id of a version's row; null when there is none, or none any more. */
export async function findLibraryVersion(db: Knex, item: string, number: number): Promise<string | null> {
  const row = await db('library_versions').where({ item_id: item, number }).first('id');
  return row?.id ?? null;
}
