import { endOfCard } from '../../domain/card-expiry.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import type { Source } from './providers/provider.ts';

/** A card or a wallet of a workspace. */
export type SourceRow = {
  id: string;
  account_id: string;
  type: 0 | 1;
  provider: string;
  provider_ref: string;
  info: Record<string, string | number>;
  is_default: boolean;
};

/** Stores a source after a payment or setup; the first one becomes the default. @returns its id */
export async function savePaymentSource(
  trx: Knex,
  { accountId, provider, source }: { accountId: string; provider: string; source: Source },
): Promise<string> {
  const id = uuidv7();
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `insert into payment_sources (id, account_id, type, provider, provider_ref, info, expires_at, is_default)
     values (?, ?, ?, ?, ?, ?, ?, not exists (select 1 from payment_sources where account_id = ? and is_default))
     on conflict (provider, provider_ref) do update set info = excluded.info, expires_at = excluded.expires_at,
       expiry_told_at = case when payment_sources.expires_at = excluded.expires_at then payment_sources.expiry_told_at end
     returning id`,
    [
      id,
      accountId,
      source.type,
      provider,
      source.ref,
      JSON.stringify(source.info),
      expiryOf(source.info),
      accountId,
    ],
  );
  await recordUpdate(trx, accountId);
  return rows[0]?.id ?? id;
}

export async function findSource(db: Knex, id: string): Promise<SourceRow | null> {
  return (await db('payment_sources').where({ id }).first()) ?? null;
}

/** The default source for renewals. */
export async function findDefaultSource(db: Knex, accountId: string): Promise<SourceRow | null> {
  return (await db('payment_sources').where({ account_id: accountId, is_default: true }).first()) ?? null;
}

/** Makes a source the default; requires the workspace's lock. */
export async function setDefault(
  trx: Knex,
  { id, account_id: accountId }: Pick<SourceRow, 'id' | 'account_id'>,
): Promise<void> {
  await trx('payment_sources')
    .where({ account_id: accountId, is_default: true })
    .update({ is_default: false });
  await trx('payment_sources').where({ id }).update({ is_default: true });
  await recordUpdate(trx, accountId);
}

/** Removes a source; the newest of the others becomes the default. */
export async function removeSource(db: Knex, source: Pick<SourceRow, 'id' | 'account_id'>): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('select 1 from accounts where id = ? for no key update', [source.account_id]);
    await trx('payment_sources').where({ id: source.id }).delete();
    await trx.raw(
      `update payment_sources set is_default = true where id = (
         select id from payment_sources where account_id = ? order by created_at desc limit 1)
       and not exists (select 1 from payment_sources where account_id = ? and is_default)`,
      [source.account_id, source.account_id],
    );
    await recordUpdate(trx, source.account_id);
  });
}

/** Time from which a card cannot be charged any more; null for sources that do not expire. */
function expiryOf({ expMonth, expYear }: Source['info']): Date | null {
  return typeof expMonth === 'number' && typeof expYear === 'number'
    ? endOfCard({ expMonth, expYear })
    : null;
}

function recordUpdate(trx: Knex, accountId: string): Promise<void> {
  return recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
}
