import { uuidv7 } from '../../ids.ts';
import type { Knex } from '../knex.ts';
import { recordEvent } from '../outbox.ts';

/** Requests a user's archive, unless one is in progress. */
export async function requestExport(trx: Knex, userId: string): Promise<void> {
  await trx.raw('select 1 from users where id = ? for no key update', [userId]);
  const running = await trx('account_exports')
    .where({ user_id: userId, completed_at: null })
    .whereRaw(`created_at > now() - interval '1 hour'`)
    .first('id');
  if (running) {
    return;
  }
  const id = uuidv7();
  await trx('account_exports').insert({ id, user_id: userId });
  await recordEvent(trx, { name: 'account.export-requested', payload: { exportId: id } });
}

/** User of a pending export; null once it is complete, or the user has left. */
export async function findOpenExport(db: Knex, id: string): Promise<{ userId: string } | null> {
  const row = await db('account_exports as e')
    .join('users as u', 'u.id', 'e.user_id')
    .where({ 'e.id': id, 'e.completed_at': null, 'u.deleted_at': null })
    .first('e.user_id');
  return row ? { userId: row.user_id } : null;
}

/** Records a stored archive and the expiry of its link. */
export async function finishExport(
  trx: Knex,
  done: { id: string; key: string; size: number; tokenHash: Buffer },
): Promise<void> {
  await trx.raw(
    `update account_exports set key = ?, size = ?, token_hash = ?, completed_at = now(), expires_at = now() + interval '7 days'
     where id = ?`,
    [done.key, done.size, done.tokenHash, done.id],
  );
}

/** Archive of a valid link. */
export async function findExport(db: Knex, tokenHash: Buffer): Promise<{ key: string; size: number } | null> {
  const row = await db('account_exports')
    .where({ token_hash: tokenHash })
    .whereRaw('expires_at > now()')
    .first('key', 'size');
  return row ?? null;
}
