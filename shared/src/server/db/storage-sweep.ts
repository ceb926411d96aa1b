import type { Knex } from './knex.ts';
import { sweepComments } from './repositories/comments.ts';
import { eraseScenes } from './repositories/erase.ts';
import { dropUnusedPictures } from './repositories/pictures.ts';
import { forgetNetworks } from './repositories/referrals.ts';
import { sweepVisits } from './repositories/scene-visits.ts';

/** Objects younger than this may belong to work that is going on. */
const MIN_AGE = '24 hours';
/** A token of a session that ended is told from one that never was for so long. */
const SESSION_AGE = '30 days';
const BATCH = 500;
const TRASH_BATCH = 100;

/**
 * Takes the rows of objects that nothing refers to out of the database. An upload of the same content at this very
 * moment marks the row as young and so keeps it.
 * @returns the keys whose bytes can go.
 */
export async function takeOrphans(trx: Knex): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { key: string }[] }>(
    `delete from objects where id in (
       select o.id from objects o where o.created_at < now() - interval '${MIN_AGE}'
         and not exists (select 1 from object_refs r where r.object_id = o.id)
       order by o.created_at limit ${BATCH} for update skip locked)
     and created_at < now() - interval '${MIN_AGE}' returning key`,
  );
  return rows.map((row) => row.key);
}

/** Of some keys in the store, those that no row knows. */
export async function findUnknownKeys(db: Knex, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { key: string }[] }>(
    'select key from unnest(?::text[]) as given (key) where not exists (select 1 from objects o where o.key = given.key) and not exists (select 1 from account_exports e where e.key = given.key)',
    [[...keys]],
  );
  return rows.map((row) => row.key);
}

/**
 * Forgets for good what has been in the trash for 30 days, a batch of scenes at a time.
 * @returns whether there may be more.
 */
export async function emptyTrash(trx: Knex): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select id from compositions where deleted_at < now() - interval '30 days' order by deleted_at limit ${TRASH_BATCH}`,
  );
  await eraseScenes(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.length === TRASH_BATCH;
}

/** Forgets what is needed for a time only. */
export async function forgetExpired(trx: Knex): Promise<void> {
  await sweepComments(trx);
  await dropUnusedPictures(trx);
  await sweepVisits(trx);
  await forgetNetworks(trx);
  await trx.raw(`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
  await trx.raw(
    `delete from account_exports where expires_at < now() or (key is null and created_at < now() - interval '30 days')`,
  );
  await trx.raw(`delete from email_confirmations where expires_at < now() - interval '30 days'`);
  await trx.raw(`delete from emails where sent_at < now() - interval '30 days'`);
  await trx.raw(`delete from storage_corrections where found_at < now() - interval '30 days'`);
  await trx.raw(
    `delete from sessions where least(expires_at, revoked_at) < now() - interval '${SESSION_AGE}'`,
  );
  await trx.raw(`delete from password_resets where expires_at < now() - interval '30 days'`);
}
