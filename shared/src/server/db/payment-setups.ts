import { uuidv7 } from '../ids.ts';
import type { Source } from '../payments/provider.ts';
import type { Knex } from './knex.ts';
import { makeDefault } from './make-default.ts';
import { recordEvent } from './outbox.ts';
import { keepSource } from './payment-sources.ts';
import { lockSubscription } from './subscription-row.ts';

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

/**
 * Ends a setup, and keeps what was added; once, however often it is called. Whoever adds something while a renewal has failed
 * wants it paid with that.
 */
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
    const account = await lockSubscription(trx, accountId);
    const id = await keepSource(trx, { accountId, provider, source: outcome.source });
    if (account?.has_failed_renewal) {
      await makeDefault(trx, { id, account_id: accountId });
    }
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
