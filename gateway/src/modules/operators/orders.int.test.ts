import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { settleOrder } from '@diorama/shared/server/billing/settle-order.ts';
import { beforeAll, expect, it } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';

const PRO_MONTHLY = PLAN_PRICES.find(({ plan, months }) => plan === 'pro' && months === 1)?.uuid;

const harness = useHarness({ OPERATOR_EMAILS: 'boss@people.test' });
let operator: Person;
let payer: Person;
let orderId: string;
let paymentRef: string;
beforeAll(async () => {
  operator = await harness.signUpConfirmed('boss');
  payer = await harness.signUp('payer');
  const { json } = await harness.call('POST', '/api/orders', {
    token: payer.token,
    body: { account: payer.accountId, planPrice: PRO_MONTHLY },
  });
  orderId = String(json.uuid);
  await harness.call('POST', `/api/sandbox-payments/${json.token}/confirm`, { body: { wallet: 'approve' } });
  paymentRef = (await harness.db('orders').where({ id: orderId }).first()).provider_ref;
  const report = await harness.payments.retrieve(paymentRef);
  await harness.db.transaction((trx) => settleOrder(trx, orderId, report));
});

const find = async (q: string) =>
  (await harness.call('GET', `/api/operators/orders?q=${encodeURIComponent(q)}`, { token: operator.token }))
    .json;

it('operators find an order by UUID, transaction or payer’s address, and by nothing else', async () => {
  for (const q of [orderId, paymentRef, 'PAYER@people.test']) {
    expect(await find(q)).toMatchObject({
      totalItems: 1,
      member: [
        { uuid: orderId, ownerEmail: 'payer@people.test', totalAmount: 5_000, status: 1, plan: 'pro' },
      ],
    });
  }
  expect(await find('%')).toMatchObject({ totalItems: 0 });
});

it('operators refund at most the paid amount and see the revenue by month', async () => {
  const refund = (body: object, id = orderId) =>
    harness.call('POST', `/api/operators/orders/${id}/refund`, { token: operator.token, body });
  expect((await refund({ amount: 5_001 })).status).toBe(409);
  expect((await refund({ amount: 0 })).status).toBe(422);
  expect((await refund({}, payer.accountId)).status).toBe(404);
  expect((await refund({ amount: 2_000 })).status).toBe(202);
  expect((await refund({ amount: 3_001 })).status).toBe(409);
  expect(await harness.db('refunds').where({ order_id: orderId }).pluck('amount')).toEqual([2_000]);
  expect(await harness.events('refund.requested')).toHaveLength(1);
  const { text } = await harness.call('GET', '/api/operators/revenue', { token: operator.token });
  const { months } = JSON.parse(text);
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toMatchObject({ paid: 5_000, refunded: 0, failedRenewals: 0 });
});

it('operators list held orders and accept them', async () => {
  const buyer = await harness.signUp('buyer');
  const held = async () => {
    const { text } = await harness.call('GET', '/api/operators/orders?state=held', { token: operator.token });
    return JSON.parse(text).member;
  };
  const settle = async (id: string) => {
    const row = await harness.db('orders').where({ id }).first();
    const report = await harness.payments.retrieve(row.provider_ref);
    await harness.db.transaction((trx) => settleOrder(trx, id, report));
  };
  const { json } = await harness.call('POST', '/api/orders', {
    token: buyer.token,
    body: { account: buyer.accountId, planPrice: PRO_MONTHLY },
  });
  const id = String(json.uuid);
  const row = await harness.db('orders').where({ id }).first();
  await harness.db('sandbox_payments').where({ id: row.provider_ref }).update({ amount: 4_000 });
  await harness.call('POST', `/api/sandbox-payments/${json.token}/confirm`, { body: { wallet: 'approve' } });
  await settle(id);
  expect(await held()).toMatchObject([
    { uuid: id, held: 'amount', status: 4, totalAmount: 5_000, taken: { amount: 4_000, currency: 'USD' } },
  ]);
  const accept = (body: object, order = id) =>
    harness.call('POST', `/api/operators/orders/${order}/accept`, { token: operator.token, body });
  expect((await accept({ planPrice: PRO_MONTHLY })).status).toBe(409);
  expect((await accept({ planPrice: buyer.accountId })).status).toBe(404);
  expect((await accept({}, buyer.accountId)).status).toBe(404);
  expect((await accept({})).status).toBe(202);
  await settle(id);
  expect(await held()).toEqual([]);
  expect(await find(id)).toMatchObject({
    member: [{ totalAmount: 4_000, status: 1, isActive: true, held: null }],
  });
  expect((await accept({})).status).toBe(409);

  await harness.db('orders').where({ id }).update({ is_active: false, plan_price: buyer.accountId });
  expect(await held()).toMatchObject([{ uuid: id, held: 'price', plan: null }]);
  expect((await accept({})).status).toBe(409);
  expect((await accept({ planPrice: PRO_MONTHLY })).status).toBe(202);
  await settle(id);
  expect(await held()).toEqual([]);
});

it.each(['open', 'paid', 'refunded', 'failed', 'renewals'])(
  'operators can list only %s orders',
  async (state) => {
    const { text } = await harness.call('GET', `/api/operators/orders?state=${state}`, {
      token: operator.token,
    });
    const uuids = JSON.parse(text).member.map(({ uuid }: { uuid: string }) => uuid);
    expect(uuids.includes(orderId)).toBe(state === 'paid');
    const nonsense = await harness.call('GET', '/api/operators/orders?state=lost', { token: operator.token });
    expect(nonsense.status).toBe(422);
  },
);
