import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Person, useHarness } from '../../test/harness.ts';

const END = '2999-11-24T00:00:00.000Z';
const DISCOUNT = '/api/discounts/01900000-0000-7000-8000-000000000301';
const priceOf = (plan: string, months: number) =>
  PLAN_PRICES.find((price) => price.plan === plan && price.months === months)?.uuid ?? '';
const PRO_YEARLY = priceOf('pro', 12);
const PRO_MONTHLY = priceOf('pro', 1);

describe('offers', () => {
  const harness = useHarness({ PROMO_END: END, PROMO_DISCOUNT: '50' });
  let owner: Person;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    owner = await harness.signUp(`buyer${count}`);
    harness.clock.set(new Date());
  });

  const order = (body: object) =>
    harness.call('POST', '/api/orders', { token: owner.token, body: { account: owner.accountId, ...body } });

  it('discount only the yearly Pro price during the promotion', async () => {
    const { text } = await harness.call('GET', '/api/defaults/plan-prices');
    const prices: { uuid: string; price: number; discountedPrice: number | null }[] = JSON.parse(text).member;
    expect(prices.filter(({ discountedPrice }) => discountedPrice !== null)).toEqual([
      expect.objectContaining({
        uuid: PRO_YEARLY,
        price: 48_000,
        discountedPrice: 24_000,
        discountPercentage: 50,
      }),
    ]);
    for (const name of ['promotion', DISCOUNT.split('/').at(-1)]) {
      expect((await harness.call('GET', `/api/discounts/${name}`)).json).toEqual({
        '@id': DISCOUNT,
        '@type': 'Discount',
        uuid: DISCOUNT.split('/').at(-1),
        code: 'promotion',
        discountPercentage: 50,
        endsAt: END,
        planPrices: [`/api/defaults/plan-prices/${PRO_YEARLY}`],
      });
    }
    expect((await harness.call('GET', '/api/discounts/another')).status).toBe(404);
  });

  it('are charged with the discount, with or without naming it in the order', async () => {
    const named = await order({ planPrice: PRO_YEARLY, discount: DISCOUNT });
    expect(named.json).toMatchObject({ amount: 48_000, totalAmount: 24_000 });
    const payment = await harness.db('sandbox_payments').where({ reference: named.json.uuid }).first();
    expect(payment.amount).toBe(24_000);
    owner = await harness.signUp(`unnamed${count}`);
    expect((await order({ planPrice: PRO_YEARLY })).json).toMatchObject({ totalAmount: 24_000 });
    expect((await order({ planPrice: PRO_MONTHLY })).json).toMatchObject({
      amount: 5_000,
      totalAmount: 5_000,
    });
  });

  it('list all plans as active and public, and none for other filters', async () => {
    const namesOf = async (query: string) => {
      const { text } = await harness.call('GET', `/api/plans-full${query}`);
      return JSON.parse(text).member.map(({ name }: { name: string }) => name);
    };
    for (const query of ['', '?isActive=true&publicDisplay=true']) {
      expect(await namesOf(query)).toEqual(['free', 'starter', 'pro', 'enterprise']);
    }
    for (const query of ['?isActive=false', '?isActive=true&publicDisplay=false']) {
      expect(await namesOf(query)).toEqual([]);
    }
    expect((await harness.call('GET', '/api/plans-full?isActive=perhaps')).status).toBe(422);
  });

  it('renew when the paid time ends', async () => {
    const ends = '2999-01-31T08:00:00.000Z';
    await harness
      .db('accounts')
      .where({ id: owner.accountId })
      .update({ plan: 'pro', plan_price: PRO_MONTHLY, plan_expires_at: ends });
    const { json } = await harness.call('GET', `/api/accounts/${owner.accountId}`, { token: owner.token });
    expect(json.planPrice).toMatchObject({ uuid: PRO_MONTHLY, renewDate: json.expirationDate });
    expect(Date.parse(String(json.expirationDate))).toBe(Date.parse(ends));
  });

  it('reject a discount that is unknown, expired or for another price', async () => {
    const refused = [
      await order({ planPrice: PRO_YEARLY, discount: '/api/discounts/01900000-0000-7000-8000-000000000999' }),
      await order({ planPrice: PRO_MONTHLY, discount: DISCOUNT }),
    ];
    harness.clock.set(new Date(END));
    owner = await harness.signUp(`late${count}`);
    refused.push(await order({ planPrice: PRO_YEARLY, discount: DISCOUNT }));
    for (const { status, text } of refused) {
      expect([status, JSON.parse(text).violations[0]?.propertyPath]).toEqual([422, 'discount']);
    }
    expect((await harness.call('GET', '/api/discounts/promotion')).status).toBe(404);
    expect((await order({ planPrice: PRO_YEARLY })).json).toMatchObject({ totalAmount: 48_000 });
  });

  it('cannot be ordered while a paid plan is not active yet', async () => {
    await harness.db('accounts').where({ id: owner.accountId }).update({ subscription_status: 6 });
    const { status, json } = await order({ planPrice: PRO_MONTHLY });
    expect([status, json.description, json.title]).toEqual([
      403,
      'security.forbidden',
      'Cannot do that. Contact our support',
    ]);
    expect(await harness.db('orders').where({ account_id: owner.accountId })).toEqual([]);
  });

  it('describe scene privacy in the requested language', async () => {
    const read = async (language: string) => {
      const { text } = await harness.call('GET', '/api/defaults/privacy', {
        headers: { 'accept-language': language },
      });
      const { member } = JSON.parse(text) as { member: { description: string; help: string }[] };
      expect(member.map(({ description }) => description.toLowerCase())).toEqual([
        'private',
        'public',
        'password',
      ]);
      return member.map(({ help }) => help);
    };
    expect(await read('en')).toEqual([
      'Only members of the scene',
      'Anyone with the link',
      'Anyone with the password',
    ]);
    expect(await read('es')).toEqual([
      'Solo los miembros de la escena',
      'Cualquiera que tenga el enlace',
      'Cualquiera que tenga la contraseña',
    ]);
  });
});
