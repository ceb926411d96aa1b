import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { describe, expect, it, vi } from 'vitest';
import { useWorkspace } from '../../test/workspace-fixture.ts';

const [PRICE, OTHER_PRICE] = PLAN_PRICES.filter(({ plan }) => plan === 'pro').map(({ uuid }) => uuid);

describe('an order with an idempotency key', () => {
  const fixture = useWorkspace();

  const order = (planPrice = PRICE) =>
    fixture.harness.call('POST', '/api/orders', {
      token: fixture.owner.token,
      body: { account: fixture.owner.accountId, planPrice },
      headers: { 'idempotency-key': 'pay' },
    });
  const saysOf = ({ status, json }: Awaited<ReturnType<typeof order>>) => [status, json.description];
  const orders = () => fixture.harness.db('orders').where({ account_id: fixture.owner.accountId });

  it('returns the same bytes when repeated', async () => {
    const first = await order();
    const second = await order();
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
    expect(await orders()).toHaveLength(1);
  });

  it('is rejected while the first request runs, and returns its response afterwards', async () => {
    const lock = await fixture.harness.db.transaction();
    await lock.raw('lock table orders in share mode');
    const first = order();
    await vi.waitUntil(
      () => fixture.harness.db('idempotency_keys').where({ user_id: fixture.owner.userId }).first(),
      { timeout: 240_000 },
    );
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
