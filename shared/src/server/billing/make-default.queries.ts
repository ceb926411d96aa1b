import type { Knex } from '../db/knex.ts';
import { type SourceRow, setDefault } from './payment-sources.queries.ts';
import { retryRenewal } from './subscriptions.queries.ts';

/** Makes a payment source the default, and retries a failed renewal with it. */
export async function makeDefault(trx: Knex, source: Pick<SourceRow, 'id' | 'account_id'>): Promise<void> {
  await trx.raw('select 1 from accounts where id = ? for no key update', [source.account_id]);
  await setDefault(trx, source);
  await retryRenewal(trx, source.account_id);
}
