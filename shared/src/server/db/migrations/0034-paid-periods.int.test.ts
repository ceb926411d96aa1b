import { makePerson } from '@diorama/stack/test/factories.ts';
import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { expect, it } from 'vitest';
import { PLAN_PRICES } from '../../../plans.ts';
import { uuidv7 } from '../../runtime/ids.ts';
import { paidPeriods } from './0034-paid-periods.ts';

const PRO = PLAN_PRICES.find(({ plan, months }) => plan === 'pro' && months === 1)?.uuid;
const STARTER = PLAN_PRICES.find(({ plan, months }) => plan === 'starter' && months === 1)?.uuid;

const database = useDatabase();

/** A workspace on Pro from before paid periods were stored, with orders of the given ages in days. */
async function createOld(orders: readonly { price: string | undefined; days: number; status?: number }[]) {
  const { accountId } = await makePerson(database.db);
  await database
    .db('accounts')
    .where({ id: accountId })
    .update({ plan: 'pro', plan_price: PRO, plan_expires_at: '2027-03-31T10:00:00Z' });
  const ids: string[] = [];
  for (const { price, days, status = 1 } of orders) {
    const id = uuidv7();
    ids.push(id);
    await database.db('orders').insert({
      id,
      account_id: accountId,
      plan_price: price,
      amount: 5_000,
      total_amount: 5_000,
      months: 1,
      status,
      provider: 'sandbox',
      is_active: status === 1,
      created_at: database.db.raw('now() - make_interval(days => ?)', [days]),
    });
  }
  return { accountId, ids };
}
const read = (accountId: string) => database.db('accounts').where({ id: accountId }).first();

it('says of workspaces with a plan what was paid for it and until when, by their newest paid order', async () => {
  const { accountId, ids } = await createOld([
    { price: PRO, days: 3 },
    { price: PRO, days: 20 },
    { price: STARTER, days: 1 },
    { price: PRO, days: 0, status: 2 },
  ]);
  const bare = await createOld([]);
  await database.db.transaction((trx) => paidPeriods.up(trx));
  await database.db.transaction((trx) => paidPeriods.up(trx));
  const account = await read(accountId);
  expect(account).toMatchObject({ last_order: ids[0], period_paid: 5_000 });
  expect([account.period_start, account.renew_at].map((at) => new Date(at).toISOString())).toEqual([
    '2027-02-28T10:00:00.000Z',
    '2027-03-31T10:00:00.000Z',
  ]);
  const times = await database
    .db('orders')
    .whereIn('id', ids)
    .orderBy('adds_from')
    .select('id', 'adds_from', 'adds_until');
  const known = times.filter(({ adds_from: from }) => from !== null);
  expect(known.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  expect(known[1].adds_from).toBe(account.period_start);
  expect(known[0].adds_until).toBe(known[1].adds_from);
  expect(known[1].adds_until).toBe(account.plan_expires_at);
  expect(await read(bare.accountId)).toMatchObject({ last_order: null, period_paid: 0, renew_at: null });
});
