import { endOfCard } from '../../domain/card-expiry.ts';
import { uuidv7 } from '../ids.ts';
import type { Source } from '../payments/provider.ts';
import type { Knex } from './knex.ts';
import { recordLive } from './live-events.ts';
import { recordEvent } from './outbox.ts';

/** A card or a wallet that a workspace may be charged with. */
export type SourceRow = {
  id: string;
  account_id: string;
  type: 0 | 1;
  provider: string;
  provider_ref: string;
  info: Record<string, string | number>;
  is_default: boolean;
};

/** The adding of a source, from its beginning to its end. */
export type SetupRow = {
  id: string;
  account_id: string;
  provider: string;
  provider_ref: string | null;
  client_token: string | null;
  status: 'open' | 'done' | 'failed';
};

/** An unfinished setup is given up after a day. */
const SETUP_DAYS = 1;

/** Keeps a source that a workspace paid with or added; the first is the one that is charged. */
export async function keepSource(
  trx: Knex,
  { accountId, provider, source }: { accountId: string; provider: string; source: Source },
): Promise<void> {
  await trx.raw(
    `insert into payment_sources (id, account_id, type, provider, provider_ref, info, expires_at, is_default)
     values (?, ?, ?, ?, ?, ?, ?, not exists (select 1 from payment_sources where account_id = ? and is_default))
     on conflict (provider, provider_ref) do update set info = excluded.info, expires_at = excluded.expires_at,
       expiry_told_at = case when payment_sources.expires_at = excluded.expires_at then payment_sources.expiry_told_at end`,
    [
      uuidv7(),
      accountId,
      source.type,
      provider,
      source.ref,
      JSON.stringify(source.info),
      expiryOf(source.info),
      accountId,
    ],
  );
  await tell(trx, accountId);
}

export async function findSource(db: Knex, id: string): Promise<SourceRow | null> {
  return (await db('payment_sources').where({ id }).first()) ?? null;
}

/** The source that renewals are charged to. */
export async function findDefaultSource(db: Knex, accountId: string): Promise<SourceRow | null> {
  return (await db('payment_sources').where({ account_id: accountId, is_default: true }).first()) ?? null;
}

/** Charges are made with this source from now on. */
export async function makeDefault(db: Knex, source: Pick<SourceRow, 'id' | 'account_id'>): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('select 1 from accounts where id = ? for no key update', [source.account_id]);
    await trx('payment_sources')
      .where({ account_id: source.account_id, is_default: true })
      .update({ is_default: false });
    await trx('payment_sources').where({ id: source.id }).update({ is_default: true });
    await tell(trx, source.account_id);
  });
}

/** Removes a source; the newest of the others is charged from now on. */
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
    await tell(trx, source.account_id);
  });
}

/** Begins the adding of a source, or goes on with the one that was begun. */
export async function openSetup(db: Knex, accountId: string, provider: string): Promise<SetupRow> {
  return db.transaction(async (trx) => {
    await trx.raw('select 1 from accounts where id = ? for no key update', [accountId]);
    const open = await trx('payment_setups')
      .where({ account_id: accountId, provider, status: 'open' })
      .whereRaw(`created_at > now() - interval '${SETUP_DAYS} day'`)
      .first();
    if (open) {
      return open;
    }
    const [row] = await trx('payment_setups')
      .insert({ id: uuidv7(), account_id: accountId, provider })
      .returning('*');
    return row;
  });
}

/** Remembers the provider's name of a setup, once. */
export async function attachSetup(
  db: Knex,
  id: string,
  payment: { ref: string; clientToken: string },
): Promise<void> {
  await db('payment_setups')
    .where({ id, provider_ref: null })
    .update({ provider_ref: payment.ref, client_token: payment.clientToken });
}

/** Has the provider asked what became of a setup, as nobody may ever tell. */
export async function askSetup(db: Knex, id: string): Promise<void> {
  await db.transaction((trx) => recordEvent(trx, { name: 'setup.notified', payload: { setupId: id } }));
}

export async function findSetup(db: Knex, id: string): Promise<SetupRow | null> {
  return (await db('payment_setups').where({ id }).first()) ?? null;
}

/** Ends a setup, and keeps what was added; once, however often it is called. */
export async function endSetup(
  trx: Knex,
  setup: SetupRow,
  outcome: { status: 'done' | 'failed'; source: Source | null },
): Promise<void> {
  const ended = await trx('payment_setups')
    .where({ id: setup.id, status: 'open' })
    .update({ status: outcome.status });
  if (ended > 0 && outcome.source) {
    const { account_id: accountId, provider } = setup;
    await trx.raw('select 1 from accounts where id = ? for no key update', [accountId]);
    await keepSource(trx, { accountId, provider, source: outcome.source });
  }
}

/** Asks about the setups that were begun and whose notice has not come, and gives up what nobody ended. */
export async function sweepSetups(trx: Knex): Promise<number> {
  await trx('payment_setups')
    .where({ status: 'open' })
    .whereRaw(`created_at < now() - interval '${SETUP_DAYS} day'`)
    .update({ status: 'failed' });
  const open = await trx('payment_setups')
    .where({ status: 'open' })
    .whereNotNull('provider_ref')
    .orderBy('created_at')
    .limit(500)
    .pluck('id');
  for (const setupId of open) {
    await recordEvent(trx, { name: 'setup.notified', payload: { setupId } });
  }
  return open.length;
}

/** The moment from which a card cannot be charged any more; null for what does not end. */
function expiryOf({ expMonth, expYear }: Source['info']): Date | null {
  return typeof expMonth === 'number' && typeof expYear === 'number'
    ? endOfCard({ expMonth, expYear })
    : null;
}

function tell(trx: Knex, accountId: string): Promise<void> {
  return recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
}
