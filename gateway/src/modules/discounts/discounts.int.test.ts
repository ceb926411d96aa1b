import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import type { OrderRow } from '@diorama/shared/server/billing/order-row.ts';
import { closeOrder } from '@diorama/shared/server/billing/orders.ts';
import { settleOrder } from '@diorama/shared/server/billing/settle-order.ts';
import { sweepOrders } from '@diorama/shared/server/billing/sweep-orders.queries.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, startHarness, useHarness } from '../../test/harness.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const priceOf = (plan: string, months: number) =>
  PLAN_PRICES.find((price) => price.plan === plan && price.months === months)?.uuid ?? '';
const PRO_YEARLY = priceOf('pro', 12);
const PRO_MONTHLY = priceOf('pro', 1);
const STARTER = priceOf('starter', 1);

describe('discount codes', () => {
  const harness = useHarness({ OPERATOR_EMAILS: 'boss@people.test' });
  let operator: Person;
  let owner: Person;
  let count = 0;
  beforeAll(async () => {
    operator = await harness.signUpConfirmed('boss');
  });
  beforeEach(async () => {
    count += 1;
    owner = await harness.signUp(`buyer${count}`);
    harness.clock.set(new Date());
  });

  const make = async (terms: object = {}) => {
    const body = {
      code: `welcome-${count}-${Math.random().toString(36).slice(2, 8)}`,
      discountPercentage: 20,
      ...terms,
    };
    return harness.call('POST', '/api/operators/discounts', { token: operator.token, body });
  };
  const makeCode = async (terms: object = {}) => String((await make(terms)).json.code);
  const order = (body: object, person = owner) =>
    harness.call('POST', '/api/orders', {
      token: person.token,
      body: { account: person.accountId, ...body },
    });
  const quote = (code: string, price = PRO_MONTHLY, person = owner) =>
    harness.call('GET', `/api/orders/quote/${person.accountId}/${price}?discount=${code}`, {
      token: person.token,
    });
  const refusalOf = ({ status, text }: { status: number; text: string }) =>
    status === 422 ? JSON.parse(text).violations[0].code : status;
  const usesOf = async (code: string) => (await harness.db('discounts').where({ code }).first()).uses;
  const rowOf = (id: unknown): Promise<OrderRow> => harness.db('orders').where({ id }).first();
  const settle = async (id: unknown) => {
    const row = await rowOf(id);
    const report = await harness.payments.retrieve(row.provider_ref ?? '');
    await harness.db.transaction((trx) => settleOrder(trx, row.id, report));
  };
  const pay = async (json: Record<string, unknown>, number = '4242424242424242') => {
    const body = { number, expMonth: 12, expYear: 2040, cvc: '123' };
    await harness.call('POST', `/api/sandbox-payments/${json.token}/confirm`, { body });
    await settle(json.uuid);
  };

  it('are created, listed and ended by operators, and readable by code', async () => {
    const { status, json } = await make({
      planPrices: [`/api/defaults/plan-prices/${PRO_YEARLY}`],
      mostUses: 5,
    });
    expect([status, json]).toMatchObject([
      201,
      { discountPercentage: 20, mostUses: 5, mostUsesEach: 1, uses: 0, state: 'running', endsAt: null },
    ]);
    const code = String(json.code);
    expect(code).toBe(code.toUpperCase());
    for (const name of [code, code.toLowerCase(), json.uuid]) {
      expect((await harness.call('GET', `/api/discounts/${name}`)).json).toEqual({
        '@id': `/api/discounts/${json.uuid}`,
        '@type': 'Discount',
        uuid: json.uuid,
        code,
        discountPercentage: 20,
        endsAt: null,
        planPrices: [`/api/defaults/plan-prices/${PRO_YEARLY}`],
      });
    }
    const list = await harness.call('GET', '/api/operators/discounts', { token: operator.token });
    expect(JSON.parse(list.text).member[0]).toMatchObject({ code, state: 'running' });
    const end = `/api/operators/discounts/${json.uuid}/end`;
    expect((await harness.call('POST', end, { token: owner.token })).status).toBe(403);
    expect((await harness.call('POST', end, { token: operator.token })).json).toMatchObject({
      state: 'ended',
    });
    expect((await harness.call('GET', `/api/discounts/${code}`)).status).toBe(404);
    expect(refusalOf(await order({ planPrice: PRO_YEARLY, discount: `/api/discounts/${json.uuid}` }))).toBe(
      'order.discount.over',
    );
  });

  it('require valid terms and a unique code', async () => {
    const code = await makeCode();
    const wrong: [object, string][] = [
      [{ code: code.toLowerCase() }, 'code'],
      [{ code: 'short' }, 'code'],
      [{ code: 'PROMOTION' }, 'code'],
      [{ discountPercentage: 0 }, 'discountPercentage'],
      [{ discountPercentage: 101 }, 'discountPercentage'],
      [{ discountPercentage: 12.5 }, 'discountPercentage'],
      [{ planPrices: [] }, 'planPrices'],
      [{ planPrices: [owner.accountId] }, 'planPrices'],
      [{ endsAt: new Date(Date.now() - DAY_MS).toISOString() }, 'endsAt'],
      [{ mostUses: 0 }, 'mostUses'],
      [{ mostUsesEach: -1 }, 'mostUsesEach'],
    ];
    for (const [terms, path] of wrong) {
      const { status, text } = await make(terms);
      expect([path, status, JSON.parse(text).violations[0]?.propertyPath]).toEqual([path, 422, path]);
    }
  });

  it('reduce an order, which keeps the discount if the code ends before payment', async () => {
    const code = await makeCode({ endsAt: new Date(Date.now() + MINUTE_MS).toISOString() });
    expect((await quote(code.toLowerCase())).json).toMatchObject({
      amount: 5_000,
      discount: 1_000,
      total: 4_000,
      code,
      discountPercentage: 20,
    });
    const { json } = await order({ planPrice: PRO_MONTHLY, discount: code });
    expect(json).toMatchObject({ amount: 5_000, totalAmount: 4_000 });
    expect((await harness.db('sandbox_payments').where({ reference: json.uuid }).first()).amount).toBe(4_000);
    harness.clock.set(new Date(Date.now() + 2 * MINUTE_MS));
    // A reload finds the same order, and other users get none.
    expect((await order({ planPrice: PRO_MONTHLY, discount: code })).json.uuid).toBe(json.uuid);
    expect((await quote(code)).json).toMatchObject({ total: 4_000 });
    const late = await harness.signUp(`late${count}`);
    expect(refusalOf(await order({ planPrice: PRO_MONTHLY, discount: code }, late))).toBe(
      'order.discount.over',
    );
    await pay(json);
    expect(await rowOf(json.uuid)).toMatchObject({
      status: 1,
      is_active: true,
      total_amount: 4_000,
      discount: 1_000,
    });
    const invoice = await harness.db('invoices').where({ order_id: json.uuid }).first();
    expect(invoice).toMatchObject({ amount: 4_000, details: { amount: 5_000, discount: 1_000, code } });
  });

  it('are rejected with the reason when unknown, for another price or already used', async () => {
    const code = await makeCode({ planPrices: [PRO_MONTHLY] });
    expect(refusalOf(await order({ planPrice: PRO_MONTHLY, discount: 'NO-SUCH-CODE' }))).toBe(
      'order.discount.unknown',
    );
    expect(refusalOf(await order({ planPrice: PRO_MONTHLY, discount: owner.accountId }))).toBe(
      'order.discount.unknown',
    );
    expect(refusalOf(await quote(code, STARTER))).toBe('order.discount.price');
    const later = await makeCode({ startsAt: new Date(Date.now() + DAY_MS).toISOString() });
    expect(refusalOf(await quote(later))).toBe('order.discount.unknown');
    const { json } = await order({ planPrice: PRO_MONTHLY, discount: code });
    await pay(json);
    expect(refusalOf(await order({ planPrice: PRO_MONTHLY, discount: code }))).toBe('order.discount.used');
    // Nor in another workspace of the same person.
    const account = await harness.db('accounts').where({ id: owner.accountId }).first();
    const second = await harness.signUp(`second${count}`);
    await harness.db('accounts').where({ id: second.accountId }).update({ owner_id: account.owner_id });
    const elsewhere = { account: second.accountId, planPrice: PRO_MONTHLY, discount: code };
    const again = await harness.call('POST', '/api/orders', { token: owner.token, body: elsewhere });
    expect([again.status, refusalOf(again)]).toEqual([422, 'order.discount.used']);
  });

  it('are used only up to their limit by concurrent orders', async () => {
    const code = await makeCode({ mostUses: 3 });
    const people = await Promise.all(
      Array.from({ length: 8 }, (_one, index) => harness.signUp(`run${count}x${index}`)),
    );
    const answers = await Promise.all(
      people.map((person) => order({ planPrice: PRO_MONTHLY, discount: code }, person)),
    );
    expect(answers.map(refusalOf).filter((outcome) => outcome === 201)).toHaveLength(3);
    expect(answers.map(refusalOf).filter((outcome) => outcome === 'order.discount.used-up')).toHaveLength(5);
    const reduced = harness.db('orders').whereNotNull('discount_id').where({ total_amount: 4_000 });
    const accounts = people.map(({ accountId }) => accountId);
    expect(await reduced.whereIn('account_id', accounts)).toHaveLength(3);
    expect(await usesOf(code)).toBe(3);
    expect((await harness.call('GET', `/api/discounts/${code}`)).status).toBe(404);
  });

  it('are released by a superseded order and used by one order of a customer at a time', async () => {
    const code = await makeCode({ mostUses: 1 });
    const first = await order({ planPrice: PRO_MONTHLY, discount: code });
    // The only use is this customer's own, so another cycle gets it.
    expect((await quote(code, PRO_YEARLY)).json).toMatchObject({ total: 38_400 });
    const second = await order({ planPrice: PRO_YEARLY, discount: code });
    expect(second.json).toMatchObject({ totalAmount: 38_400 });
    expect(await rowOf(first.json.uuid)).toMatchObject({ status: 2, is_superseded: true });
    expect(await usesOf(code)).toBe(1);
    const third = await order({ planPrice: PRO_YEARLY });
    expect(third.json).toMatchObject({ totalAmount: 48_000 });
    expect(await usesOf(code)).toBe(0);
  });

  it('are released once an order can no longer be paid, and not before', async () => {
    const code = await makeCode({ mostUses: 1 });
    const { json } = await order({ planPrice: PRO_MONTHLY, discount: code });
    await harness.db.transaction((trx) => sweepOrders(trx, Date.now() + 16 * 60_000));
    expect(await rowOf(json.uuid)).toMatchObject({ status: 2 });
    expect(await usesOf(code)).toBe(1);
    await harness.db.transaction((trx) => closeOrder(trx, String(json.uuid)));
    await harness.db.transaction((trx) => closeOrder(trx, String(json.uuid)));
    expect(await usesOf(code)).toBe(0);
    const next = await harness.signUp(`next${count}`);
    expect((await order({ planPrice: PRO_MONTHLY, discount: code }, next)).status).toBe(201);
    // A late payment counts, and uses the code.
    await pay(json);
    expect(await rowOf(json.uuid)).toMatchObject({ status: 1, is_active: true });
    expect(await usesOf(code)).toBe(2);
  });

  it('stay with an order after a declined card', async () => {
    const code = await makeCode({ mostUses: 1 });
    const { json } = await order({ planPrice: PRO_MONTHLY, discount: code });
    await pay(json, '4000000000000002');
    expect([(await rowOf(json.uuid)).status, await usesOf(code)]).toEqual([6, 1]);
    await pay(json);
    expect([(await rowOf(json.uuid)).status, await usesOf(code)]).toEqual([1, 1]);
  });

  it('of 100 percent make one free order, which leaves no credit', async () => {
    const code = await makeCode({ discountPercentage: 100 });
    expect((await quote(code)).json).toMatchObject({ total: 0 });
    const { json } = await order({ planPrice: PRO_MONTHLY, discount: code });
    expect(await rowOf(json.uuid)).toMatchObject({ status: 1, is_active: true, total_amount: 0 });
    expect(refusalOf(await order({ planPrice: PRO_MONTHLY, discount: code }))).toBe('order.discount.used');
    // A free order leaves no credit for another plan.
    expect((await quote('', STARTER)).status).toBe(422);
    const { text } = await harness.call('GET', `/api/orders/quote/${owner.accountId}/${STARTER}`, {
      token: owner.token,
    });
    expect(JSON.parse(text)).toMatchObject({ credit: 0, total: 1_500, code: null });
  });
});

describe('discount codes during a promotion', () => {
  it('apply when larger than the promotion, and are rejected and unused otherwise', async () => {
    const harness = await startHarness({
      OPERATOR_EMAILS: 'boss@people.test',
      PROMO_END: '2999-11-24T00:00:00.000Z',
      PROMO_DISCOUNT: '50',
    });
    const operator = await harness.signUpConfirmed('boss');
    const buyer = await harness.signUp('buyer');
    for (const [code, discountPercentage] of [
      ['LITTLE', 50],
      ['MUCH-MORE', 60],
    ]) {
      const body = { code, discountPercentage };
      await harness.call('POST', '/api/operators/discounts', { token: operator.token, body });
    }
    const order = (planPrice: string, discount: string) =>
      harness.call('POST', '/api/orders', {
        token: buyer.token,
        body: { account: buyer.accountId, planPrice, discount },
      });
    const refused = await order(PRO_YEARLY, 'LITTLE');
    expect([refused.status, JSON.parse(refused.text).violations[0].code]).toEqual([
      422,
      'order.discount.promotion',
    ]);
    expect((await order(PRO_MONTHLY, 'LITTLE')).json).toMatchObject({ totalAmount: 2_500 });
    expect((await order(PRO_YEARLY, 'much-more')).json).toMatchObject({ totalAmount: 19_200 });
    expect((await order(PRO_YEARLY, 'promotion')).json).toMatchObject({ totalAmount: 24_000 });
    expect(await harness.db('discounts').orderBy('code').pluck('uses')).toEqual([0, 0]);
    await harness.close();
  });
});

describe('guessing discount codes', () => {
  it('is limited to thirty tries per minute over quotes and orders', async () => {
    const harness = await startHarness({ RATE_LIMIT_FACTOR: '1' });
    const guesser = await harness.signUp('guesser');
    const statuses: number[] = [];
    for (let tried = 0; tried < 32; tried += 1) {
      const path = `/api/orders/quote/${guesser.accountId}/${PRO_MONTHLY}?discount=GUESS-${tried}`;
      statuses.push((await harness.call('GET', path, { token: guesser.token })).status);
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(30);
    expect(statuses.slice(30)).toEqual([429, 429]);
    const body = { account: guesser.accountId, planPrice: PRO_MONTHLY, discount: 'GUESS-33' };
    expect((await harness.call('POST', '/api/orders', { token: guesser.token, body })).status).toBe(429);
    // Without a code nothing is counted.
    delete (body as { discount?: string }).discount;
    expect((await harness.call('POST', '/api/orders', { token: guesser.token, body })).status).toBe(201);
    await harness.close();
  });
});
