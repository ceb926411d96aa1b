import { uuidv7 } from '../../ids.ts';
import type { Knex } from '../knex.ts';
import { recordLive } from '../live-events.ts';
import type { BillingInfoRow } from '../read-models/billing.ts';

/** What an owner may write of a workspace's billing details. */
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

/** Writes a workspace's billing details, of which there are one; what is not given stays as it is. */
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
