import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { EXPIRING_SOURCES } from '@diorama/shared/server/billing/expiring-sources.queries.ts';
import { findOrder } from '@diorama/shared/server/billing/orders.ts';
import { attachSetup, openSetup } from '@diorama/shared/server/billing/payment-setups.queries.ts';
import { removeSource, savePaymentSource } from '@diorama/shared/server/billing/payment-sources.queries.ts';
import { PaymentRefusedError } from '@diorama/shared/server/billing/providers/provider.ts';
import { sweepOrders } from '@diorama/shared/server/billing/sweep-orders.queries.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BillingHarness, openBillingHarness } from './test/billing-harness.ts';
import { type BillingWorld, startBillingWorld } from './test/billing-world.ts';
import { loseCharge } from './test/lose-charge.ts';

let world: BillingWorld;
let billing: BillingHarness;
beforeAll(async () => {
  world = await startBillingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  billing = await openBillingHarness(world);
});

describe('a card', () => {
  it('is stored once, even if its webhook is lost', async () => {
    const setup = await openSetup(world.db, billing.accountId, 'sandbox');
    const payer = { accountId: billing.accountId, ref: null };
    const payment = await world.payments.find()?.setUp({ setupId: setup.id, payer });
    if (payment) {
      await attachSetup(world.db, setup.id, payment);
    }
    await billing.confirm(payment?.clientToken ?? null, { last4: '0341' });
    await world.tick('schedule.minute');
    await world.tick('schedule.minute');
    const sources = await billing.sources();
    expect(sources.map(({ info }) => info.last4)).toEqual(['0341']);
  });

  it('pays an order without a confirmation', async () => {
    await billing.buy('starter', 1);
    const [source] = await billing.sources();
    const order = await billing.open('pro', 1, source.id);
    expect(order.status).toBe(ORDER_STATUS.processing);
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: true });
    expect((await billing.account()).plan).toBe('pro');
  });
});

describe('a card that expires within a month', () => {
  const expire = (days: number) =>
    world
      .db('payment_sources')
      .where({ account_id: billing.accountId, is_default: true })
      .update({ expires_at: world.db.raw('now() + make_interval(days => ?)', [days]) });
  const told = async () => {
    await world.tick('schedule.hour');
    return billing.mails('card-expires');
  };

  it('causes one mail in the language of the payer if a renewal is charged to it', async () => {
    const owner = await world.createAccount('es');
    await billing.buy('pro', 1);
    await world.db('accounts').where({ id: billing.accountId }).update({ owner_id: owner.userId });
    expect(await told()).toEqual([]);
    await expire(31);
    expect(await told()).toEqual([]);
    await expire(29);
    await world.tick('schedule.hour');
    await world.tick('schedule.hour');
    const mails = await world.db('emails').where({ recipient: owner.email, template: 'card-expires' });
    expect(mails.map(({ locale, props }) => [locale, props.last4])).toEqual([['es', '4242']]);
    // The provider reports a later expiry, so a second mail about the same card is allowed years later.
    const [source] = await billing.sources();
    await savePaymentSource(world.db, {
      accountId: billing.accountId,
      provider: 'sandbox',
      source: { ref: source.provider_ref, type: 0, info: { ...source.info, expYear: 2044 } },
    });
    const [kept] = await billing.sources();
    expect([kept.expiry_told_at, new Date(kept.expires_at).toISOString()]).toEqual([
      null,
      '2045-01-01T00:00:00.000Z',
    ]);
  });

  it.each([
    ['the plan is canceled', () => billing.change({ renew_at: null })],
    ['it has already expired', () => expire(-1)],
    [
      'another card is charged',
      () =>
        world.db('payment_sources').where({ account_id: billing.accountId }).update({ is_default: false }),
    ],
  ])('causes no mail if %s', async (_title, change) => {
    await billing.buy('pro', 1);
    await expire(10);
    await change();
    expect(await told()).toEqual([]);
  });

  it('is found by its index', async () => {
    await world.db.transaction(async (trx) => {
      // PostgreSQL prefers a sequential scan for a table this small.
      await trx.raw('set local enable_seqscan = off');
      const { rows } = await trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(`explain ${EXPIRING_SOURCES}`);
      expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('payment_sources_expiring');
    });
  });
});

describe('a charge', () => {
  const openByCard = async () => {
    await billing.buy('starter', 1);
    const [source] = await billing.sources();
    return billing.open('pro', 1, source.id);
  };

  it('does not fail its order if the provider cannot report its state', async () => {
    const order = await openByCard();
    const provider = world.payments.find();
    if (provider === null) {
      throw new Error('Nobody takes payments');
    }
    const retrieve = vi
      .spyOn(provider, 'retrieve')
      .mockRejectedValueOnce(new PaymentRefusedError('not_found'));
    await expect(world.drain()).rejects.toThrow(PaymentRefusedError);
    retrieve.mockRestore();
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.processing);
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: true });
  });

  const dropCard = async () => {
    const [source] = await billing.sources();
    await removeSource(world.db, source);
  };

  it('is found even if its card was removed before the charge was recorded', async () => {
    const order = await openByCard();
    await loseCharge(world);
    await dropCard();
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({
      status: 1,
      is_active: true,
      error_code: null,
    });
    expect((await billing.account()).plan).toBe('pro');
  });

  it('waits while it cannot be looked up, even if its card was removed', async () => {
    const order = await openByCard();
    await loseCharge(world);
    await dropCard();
    const provider = world.payments.find();
    if (provider === null) {
      throw new Error('Nobody takes payments');
    }
    const looked = vi.spyOn(provider, 'findCharge').mockRejectedValueOnce(new Error('not yet'));
    await expect(world.drain()).rejects.toThrow('not yet');
    looked.mockRestore();
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.processing);
    const gone = vi.spyOn(world.payments, 'find').mockReturnValue(null);
    await expect(world.drain()).rejects.toThrow('has charged');
    gone.mockRestore();
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.processing);
    await world.drain();
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.paid);
  });

  it('is not made if its card was removed before the request', async () => {
    const order = await openByCard();
    await dropCard();
    await world.drain();
    expect(await findOrder(world.db, order.id)).toMatchObject({
      status: ORDER_STATUS.failed,
      error_code: 'source_gone',
      charge_asked_at: null,
    });
  });

  it('is requested again only when it can no longer be under way', async () => {
    const order = await openByCard();
    const asked = async (ageMs: number) => {
      await world.db('outbox').where({ name: 'order.charge-requested' }).delete();
      await world.db.transaction((trx) => sweepOrders(trx, Date.parse(order.created_at) + ageMs));
      const events = await world.db('outbox').where({ name: 'order.charge-requested' });
      return events.map(({ payload }) => payload.orderId);
    };
    expect(await asked(39_000)).toEqual([]);
    expect(await asked(41_000)).toEqual([order.id]);
    await world.drain();
    expect(await billing.statusOf(order.id)).toBe(ORDER_STATUS.paid);
  });
});
