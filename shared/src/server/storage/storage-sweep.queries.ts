import { dropUnusedPictures } from '../assets/pictures.queries.ts';
import { sweepComments } from '../comments/comment-changes.queries.ts';
import type { Knex } from '../db/knex.ts';
import { eraseScenes } from '../scenes/erase-scenes.queries.ts';
import { sweepVisits } from '../scenes/scene-visits.queries.ts';
import { forgetNetworks } from '../workspaces/referrals.queries.ts';

/** Younger objects may belong to work in progress. */
const MIN_AGE = '24 hours';
/** Time for which a token of an ended session is distinguished from an unknown one. */
const SESSION_AGE = '30 days';
const BATCH = 500;
const TRASH_BATCH = 100;

/**
 * Deletes the rows of objects without references. A concurrent upload of the same content marks the row as
 * recently used and so keeps it.
 * @returns the keys whose bytes can be deleted.
 */
export async function claimOrphans(trx: Knex): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { key: string }[] }>(
    `delete from objects where id in (
       select o.id from objects o where o.created_at < now() - interval '${MIN_AGE}'
         and not exists (select 1 from object_refs r where r.object_id = o.id)
       order by o.created_at limit ${BATCH} for update skip locked)
     and created_at < now() - interval '${MIN_AGE}' returning key`,
  );
  return rows.map((row) => row.key);
}

/** Filters keys of the store that have no row. */
export async function findUnknownKeys(db: Knex, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { key: string }[] }>(
    `select key from unnest(?::text[]) as given (key) where not exists (select 1 from objects o where o.key = given.key)
       and not exists (select 1 from account_exports e where e.key = given.key)
       and not exists (select 1 from workspace_imports i where i.key = given.key)`,
    [[...keys]],
  );
  return rows.map((row) => row.key);
}

/**
 * Permanently deletes scenes that have been in the trash for 30 days, one batch per call.
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

/** Deletes expired temporary data. */
export async function forgetExpired(trx: Knex): Promise<void> {
  await sweepComments(trx);
  await dropUnusedPictures(trx);
  await sweepVisits(trx);
  await forgetNetworks(trx);
  await trx.raw(`delete from idempotency_keys where created_at < now() - interval '24 hours'`);
  await trx.raw(
    `delete from account_exports where expires_at < now() or (key is null and created_at < now() - interval '30 days')`,
  );
  await trx.raw(`delete from workspace_imports where completed_at < now() - interval '30 days'`);
  await trx.raw(`delete from email_confirmations where expires_at < now() - interval '30 days'`);
  await trx.raw(`delete from emails where sent_at < now() - interval '30 days'`);
  await trx.raw(`delete from storage_corrections where found_at < now() - interval '30 days'`);
  await trx.raw(
    `delete from sessions where least(expires_at, revoked_at) < now() - interval '${SESSION_AGE}'`,
  );
  await trx.raw(`delete from password_resets where expires_at < now() - interval '30 days'`);
}
