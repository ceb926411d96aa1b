import type { Knex } from '../db/knex.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { makeDefault } from './make-default.queries.ts';
import { savePaymentSource } from './payment-sources.queries.ts';
import type { Source } from './providers/provider.ts';
import { lockSubscription } from './subscription-row.queries.ts';

/** A payment setup, from its start to its end. */
export type SetupRow = {
  id: string;
  account_id: string;
  provider: string;
  provider_ref: string | null;
  client_token: string | null;
  status: 'open' | 'done' | 'failed';
};

/** Days after which an unfinished setup is abandoned. */
const SETUP_DAYS = 1;

/** Starts a payment setup, or continues the open one. */
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

/** Stores the provider's id of a setup, once. */
export async function attachSetup(
  db: Knex,
  id: string,
  payment: { ref: string; clientToken: string },
): Promise<void> {
  await db('payment_setups')
    .where({ id, provider_ref: null })
    .update({ provider_ref: payment.ref, client_token: payment.clientToken });
}

/** Requests the state of a setup from the provider, as its webhook may never arrive. */
export async function requestSetupCheck(db: Knex, id: string): Promise<void> {
  await db.transaction((trx) => recordEvent(trx, { name: 'setup.notified', payload: { setupId: id } }));
}

export async function findSetup(db: Knex, id: string): Promise<SetupRow | null> {
  return (await db('payment_setups').where({ id }).first()) ?? null;
}

/**
 * Ends a setup and stores its source; idempotent. A source added while a renewal has failed is used for the
 * renewal.
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
    const id = await savePaymentSource(trx, { accountId, provider, source: outcome.source });
    if (account?.has_failed_renewal) {
      await makeDefault(trx, { id, account_id: accountId });
    }
  }
}

/** Requests the state of open setups without a webhook, and abandons old ones. */
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
