import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import type { BillingInfoRow } from './bookkeeping.queries.ts';

/** Billing details that an owner may edit. */
export type BillingFields = Omit<BillingInfoRow, 'id' | 'account_id'>;

const COLUMNS = [
  'id',
  'account_id',
  'name',
  'email',
  'address_line1',
  'city',
  'state',
  'postal_code',
  'country',
  'legal_id',
];

export async function findBillingInfo(db: Knex, id: string): Promise<BillingInfoRow | null> {
  return (await db('billing_infos').where({ id }).first(COLUMNS)) ?? null;
}

/** Writes the billing details of a workspace; absent fields stay as they are. */
export async function putBillingInfo(
  db: Knex,
  accountId: string,
  fields: Partial<BillingFields>,
): Promise<BillingInfoRow> {
  return db.transaction(async (trx) => {
    const [row]: BillingInfoRow[] = await trx('billing_infos')
      .insert({ id: uuidv7(), account_id: accountId, ...fields })
      .onConflict('account_id')
      .merge({ ...fields, updated_at: trx.fn.now() })
      .returning(COLUMNS);
    if (!row) {
      throw new Error('The billing details were not written');
    }
    await recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
    return row;
  });
}
