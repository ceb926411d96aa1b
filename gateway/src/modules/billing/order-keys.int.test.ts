import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harness, type Person, startHarness } from '../../test/harness.ts';

const [PRICE, OTHER_PRICE] = PLAN_PRICES.filter(({ plan }) => plan === 'pro').map(({ uuid }) => uuid);

describe('an order with an idempotency key', () => {
  let harness: Harness;
  let owner: Person;
  let count = 0;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    count += 1;
    owner = await harness.signUp(`keyed${count}`);
  });

  const order = (planPrice = PRICE) =>
    harness.call('POST', '/api/orders', {
      token: owner.token,
      body: { account: owner.accountId, planPrice },
      headers: { 'idempotency-key': 'pay' },
    });
  const saysOf = ({ status, json }: Awaited<ReturnType<typeof order>>) => [status, json.description];
  const orders = () => harness.db('orders').where({ account_id: owner.accountId });

  it('is answered again in the same bytes', async () => {
    const first = await order();
    const second = await order();
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(await orders()).toHaveLength(1);
  });

  it('is refused while the first one is at work, and answered as that one when it is done', async () => {
    const lock = await harness.db.transaction();
    await lock.raw('lock table orders in share mode');
    const first = order();
    await vi.waitUntil(() => harness.db('idempotency_keys').where({ user_id: owner.userId }).first(), {
      timeout: 60_000,
    });
    const second = await order();
    const other = await order(OTHER_PRICE);
    await lock.rollback();
    expect([second.headers.get('retry-after'), ...saysOf(second)]).toEqual(['1', 409, 'idempotency.running']);
    expect(saysOf(other)).toEqual([422, 'idempotency.mismatch']);
    expect((await first).status).toBe(201);
    expect((await order()).text).toBe((await first).text);
    expect(await orders()).toHaveLength(1);
  });

  it('is refused with another body, and changes nothing', async () => {
    const { json } = await order();
    expect(saysOf(await order(OTHER_PRICE))).toEqual([422, 'idempotency.mismatch']);
    expect((await orders()).map(({ id }) => id)).toEqual([json.uuid]);
  });
});
