import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { recordInvoice } from '@diorama/shared/server/db/invoices.ts';
import {
  askProvider,
  attachPayment,
  findOrder,
  openOrder,
  SWEPT_ORDERS,
  sweepOrders,
} from '@diorama/shared/server/db/orders.ts';
import { recordNotice } from '@diorama/shared/server/db/payment-notices.ts';
import { attachSetup, openSetup } from '@diorama/shared/server/db/payment-sources.ts';
import { completeRefund, refundOrder } from '@diorama/shared/server/db/refunds.ts';
import { confirmSandboxPayment } from '@diorama/shared/server/db/sandbox-payments.ts';
import {
  cancelSubscription,
  DUE_RENEWALS,
  ENDED_SUBSCRIPTIONS,
  endSubscriptions,
  reactivateSubscription,
  renewSubscriptions,
} from '@diorama/shared/server/db/subscriptions.ts';
import { uuidv7 } from '@diorama/shared/server/ids.ts';
import { PaymentRefusedError } from '@diorama/shared/server/payments/provider.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BillingWorld, startBillingWorld } from './test/billing-kit.ts';

const priceOf = (plan: string, months: number) => {
  const price = PLAN_PRICES.find((candidate) => candidate.plan === plan && candidate.months === months);
  if (!price) {
    throw new Error(`${plan} is not sold by ${months} months`);
  }
  return price;
};
const CARD = { type: 0 as const, last4: '4242', brand: 'visa', expMonth: 12, expYear: 2040 };

describe('billing', () => {
  let world: BillingWorld;
  let owner: { accountId: string; userId: string; email: string };
  beforeAll(async () => {
    world = await startBillingWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    owner = await world.createAccount();
  });

  const open = async (plan = 'pro', months = 1, sourceId: string | null = null) => {
    const order = await openOrder(world.db, {
      ...owner,
      price: priceOf(plan, months),
      promotion: null,
      provider: 'sandbox',
      sourceId,
      now: new Date(),
    });
    const provider = world.payments.find('sandbox');
    if (provider && sourceId === null && order.total_amount > 0 && order.provider_ref === null) {
      const payer = { accountId: owner.accountId, ref: null };
      const payment = await provider.create({
        orderId: order.id,
        amount: order.total_amount,
        currency: order.currency,
        payer,
      });
      await attachPayment(world.db, order, payment);
    }
    return (await findOrder(world.db, order.id)) ?? order;
  };
  const confirm = (token: string | null, card: Partial<typeof CARD> | null = CARD) =>
    confirmSandboxPayment(world.db, token ?? '', {
      state: 'succeeded',
      errorCode: null,
      source: card === null ? null : { ...CARD, ...card },
    });
  const decline = async (order: { client_token: string | null; provider_ref: string | null }) => {
    await confirmSandboxPayment(world.db, order.client_token ?? '', {
      state: 'failed',
      errorCode: 'card_declined',
      source: null,
    });
    await notice(order);
  };
  const notice = async (order: { provider_ref: string | null }) => {
    await recordNotice(world.db, {
      provider: 'sandbox',
      eventId: uuidv7(),
      ref: order.provider_ref ?? '',
    });
    await world.drain();
  };
  const buy = async (plan = 'pro', months = 1) => {
    const order = await open(plan, months);
    if (order.total_amount > 0) {
      await confirm(order.client_token);
      await notice(order);
    }
    await world.drain();
    return order;
  };
  const account = () => world.db('accounts').where({ id: owner.accountId }).first();
  const statusOf = async (id: string) => (await findOrder(world.db, id))?.status;
  const invoices = () => world.db('invoices').where({ account_id: owner.accountId }).orderBy('number');
  const mails = (template: string) => world.db('emails').where({ recipient: owner.email, template });
  /** Lets so many days pass for the workspace of this test. */
  const pass = (days: number) =>
    world
      .db('accounts')
      .where({ id: owner.accountId })
      .update(
        Object.fromEntries(
          ['plan_expires_at', 'period_start', 'renew_at'].map((column) => [
            column,
            world.db.raw(`${column} - make_interval(days => ?)`, [days]),
          ]),
        ),
      );

  describe('a payment', () => {
    it('makes one plan, one invoice with its document, one receipt and one card, however often it is told', async () => {
      const order = await buy();
      await Promise.all(Array.from({ length: 10 }, () => notice(order).catch(() => undefined)));
      await notice(order);
      expect(await statusOf(order.id)).toBe(ORDER_STATUS.paid);
      expect(await account()).toMatchObject({ plan: 'pro', subscription_status: 1, period_paid: 5_000 });
      const [invoice, ...more] = await invoices();
      expect(more).toEqual([]);
      expect(invoice).toMatchObject({ amount: 5_000, kind: 'invoice', transaction_id: order.provider_ref });
      expect(invoice.document_object).not.toBeNull();
      expect(await mails('receipt')).toHaveLength(1);
      const sources = await world.db('payment_sources').where({ account_id: owner.accountId });
      expect(sources).toEqual([
        expect.objectContaining({ is_default: true, info: expect.objectContaining({ last4: '4242' }) }),
      ]);
    });

    it('is heard although its notice came before the order knew its payment', async () => {
      const order = await openOrder(world.db, {
        ...owner,
        price: priceOf('pro', 1),
        promotion: null,
        provider: 'sandbox',
        sourceId: null,
        now: new Date(),
      });
      const provider = world.payments.find();
      const payer = { accountId: owner.accountId, ref: null };
      const payment = await provider?.create({ orderId: order.id, amount: 5_000, currency: 'USD', payer });
      await confirm(payment?.clientToken ?? null);
      const known = { provider: 'sandbox', eventId: uuidv7(), ref: payment?.ref ?? '' };
      expect(await recordNotice(world.db, known)).toBe(false);
      if (payment) {
        await attachPayment(world.db, order, payment);
      }
      await world.drain();
      expect(await statusOf(order.id)).toBe(ORDER_STATUS.paid);
    });

    it('of another amount gives no plan, and waits for a person', async () => {
      const order = await open();
      await world.db('sandbox_payments').where({ id: order.provider_ref }).update({ amount: 4_999 });
      await confirm(order.client_token);
      await notice(order);
      expect(await statusOf(order.id)).toBe(ORDER_STATUS.waitingApproval);
      expect([(await account()).plan, await invoices()]).toEqual(['free', []]);
    });

    it('for a price that is not sold any more is kept, and the workspace waits to be looked at', async () => {
      const order = await open();
      await world.db('orders').where({ id: order.id }).update({ plan_price: uuidv7() });
      await confirm(order.client_token);
      await notice(order);
      expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: false });
      expect(await account()).toMatchObject({ plan: 'free', subscription_status: 6 });
      await world.db('orders').where({ id: order.id }).update({ plan_price: order.plan_price });
      await world.tick('schedule.minute');
      expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: true });
      expect(await account()).toMatchObject({ plan: 'pro', subscription_status: 1 });
    });

    it('of an order that another has taken the place of is given back', async () => {
      const first = await open('starter', 1);
      const second = await open('pro', 1);
      expect(await statusOf(first.id)).toBe(ORDER_STATUS.timeout);
      // Both tabs pay at the same moment, before the provider hears that the first is over.
      await confirm(first.client_token);
      await confirm(second.client_token);
      await notice(second);
      await notice(first);
      await world.drain();
      expect([await statusOf(first.id), await statusOf(second.id)]).toEqual([
        ORDER_STATUS.refunded,
        ORDER_STATUS.paid,
      ]);
      expect((await account()).plan).toBe('pro');
      const sum = (await invoices()).reduce((total, invoice) => total + invoice.amount, 0);
      expect(sum).toBe(5_000);
    });

    it('that succeeds on the form that failed is found although nobody tells of it', async () => {
      const order = await open();
      await decline(order);
      expect(await statusOf(order.id)).toBe(ORDER_STATUS.failed);
      await world.tick('schedule.minute');
      await confirm(order.client_token);
      await world.tick('schedule.minute');
      expect(await statusOf(order.id)).toBe(ORDER_STATUS.failed);
      await world
        .db('orders')
        .where({ id: order.id })
        .update({ asked_at: world.db.raw(`now() - interval '11 minutes'`) });
      await world.tick('schedule.minute');
      expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: true });
    });

    it('that failed is found by whoever polls it, and is forgotten after a day', async () => {
      const order = await open();
      await decline(order);
      await confirm(order.client_token);
      const isOld = (age: string) =>
        world
          .db('orders')
          .where({ id: order.id })
          .update({ asked_at: null, created_at: world.db.raw('now() - ?::interval', [age]) });
      await isOld('26 hours');
      await askProvider(world.db, order.id);
      await world.tick('schedule.minute');
      expect(await statusOf(order.id)).toBe(ORDER_STATUS.failed);
      await isOld('24 hours');
      await askProvider(world.db, order.id);
      await world.drain();
      expect(await statusOf(order.id)).toBe(ORDER_STATUS.paid);
    });

    it('of a failed order is not taken twice: ordering again ends the first, whose money is given back', async () => {
      const first = await open();
      await decline(first);
      await confirm(first.client_token);
      const second = await open();
      expect(second.id).not.toBe(first.id);
      await world.drain();
      expect(await statusOf(first.id)).toBe(ORDER_STATUS.refunded);
      await confirm(second.client_token);
      await notice(second);
      expect(await statusOf(second.id)).toBe(ORDER_STATUS.paid);
      expect((await invoices()).reduce((total, invoice) => total + invoice.amount, 0)).toBe(5_000);
    });

    it('of an order that was over before another paid is asked about once more, and given back', async () => {
      const first = await open('starter', 1);
      await decline(first);
      await world.db('orders').where({ id: first.id }).update({ kind: 'renewal' });
      const second = await open('pro', 1);
      expect(await statusOf(first.id)).toBe(ORDER_STATUS.failed);
      await confirm(first.client_token);
      await confirm(second.client_token);
      await notice(second);
      expect([await statusOf(first.id), await statusOf(second.id)]).toEqual([
        ORDER_STATUS.refunded,
        ORDER_STATUS.paid,
      ]);
    });

    it('that was opened while its order ended cannot be made', async () => {
      const purchase = { ...owner, promotion: null, provider: 'sandbox', sourceId: null, now: new Date() };
      const first = await openOrder(world.db, { ...purchase, price: priceOf('starter', 1) });
      const payment = await world.payments.find()?.create({
        orderId: first.id,
        amount: first.total_amount,
        currency: first.currency,
        payer: { accountId: owner.accountId, ref: null },
      });
      await open('pro', 1);
      await world.drain();
      if (payment) {
        await attachPayment(world.db, first, payment);
      }
      expect(await findOrder(world.db, first.id)).toMatchObject({
        client_token: null,
        provider_ref: payment?.ref,
      });
      await world.drain();
      expect(await confirm(payment?.clientToken ?? null)).toMatchObject({
        state: 'cancelled',
        changed: false,
      });
    });

    it('cannot be made any more once the time of its order is over', async () => {
      const order = await open();
      await world
        .db('orders')
        .where({ id: order.id })
        .update({ created_at: world.db.raw(`now() - interval '16 minutes'`) });
      await world.tick('schedule.minute');
      expect(await statusOf(order.id)).toBe(ORDER_STATUS.timeout);
      expect(await confirm(order.client_token)).toMatchObject({ state: 'cancelled', changed: false });
    });
  });

  describe('a change of plan', () => {
    it('is charged less what was paid for and not used, and what is left is kept', async () => {
      await buy('starter', 12);
      const order = await buy('pro', 1);
      expect(order).toMatchObject({ amount: 5_000, credit: 5_000, total_amount: 0, status: 1 });
      const after = await account();
      expect(after.plan).toBe('pro');
      expect(after.credit).toBeGreaterThan(9_300);
      expect(after.credit).toBeLessThanOrEqual(9_400);
      expect(await invoices()).toHaveLength(2);
    });

    it('to the same price makes the time longer', async () => {
      await buy('pro', 1);
      const before = await account();
      await buy('pro', 1);
      const after = await account();
      const days = (Date.parse(after.plan_expires_at) - Date.parse(before.plan_expires_at)) / 86_400_000;
      expect(days).toBeGreaterThanOrEqual(28);
      expect(after.period_paid).toBe(10_000);
    });
  });

  describe('a renewal', () => {
    it('is charged to the card once its time has come, and once only', async () => {
      await buy('pro', 1);
      await pass(32);
      await world.tick('schedule.minute');
      await world.tick('schedule.minute');
      const renewals = await world.db('orders').where({ account_id: owner.accountId, kind: 'renewal' });
      expect(renewals).toEqual([expect.objectContaining({ status: 1, is_active: true })]);
      expect(await account()).toMatchObject({ plan: 'pro', renew_tries: 0 });
      expect(await invoices()).toHaveLength(2);
    });

    it('that fails is tried four times in five days, told each time, and ends in Free after a week', async () => {
      await buy('pro', 1);
      await world
        .db('sandbox_sources')
        .where({ reference: owner.accountId })
        .update({ exp_month: 1, exp_year: 2020 });
      const { plan_expires_at: end } = await account();
      await pass(Math.ceil((Date.parse(end) - Date.now()) / 86_400_000));
      for (let day = 0; day < 9; day += 1) {
        await world.tick('schedule.minute');
        await pass(1);
        if (day === 4) {
          expect((await account()).plan).toBe('pro');
        }
      }
      const tried = await world.db('orders').where({ account_id: owner.accountId, kind: 'renewal' });
      expect(tried.map((order) => [order.status, order.error_code])).toEqual(
        Array(4).fill([ORDER_STATUS.failed, 'expired_card']),
      );
      expect(await mails('renewal-failed')).toHaveLength(4);
      expect(await account()).toMatchObject({ plan: 'free', renew_at: null, plan_price: null });
      expect(await mails('plan-ended')).toHaveLength(1);
      expect(await invoices()).toHaveLength(1);
    });

    it('is paid by credit first', async () => {
      await buy('starter', 12);
      await buy('pro', 1);
      await pass(32);
      await world.tick('schedule.minute');
      const [renewal] = await world.db('orders').where({ account_id: owner.accountId, kind: 'renewal' });
      expect(renewal).toMatchObject({ status: 1, credit: 5_000, total_amount: 0 });
      expect((await account()).credit).toBeLessThanOrEqual(4_400);
    });

    it('does not happen where the plan was cancelled, which lasts until its end', async () => {
      await buy('pro', 1);
      expect(await world.db.transaction((trx) => cancelSubscription(trx, owner.accountId))).toBe(true);
      expect(await account()).toMatchObject({ plan: 'pro', subscription_status: 3, renew_at: null });
      await world.tick('schedule.minute');
      expect((await account()).plan).toBe('pro');
      await pass(32);
      await world.tick('schedule.minute');
      expect(await account()).toMatchObject({ plan: 'free', subscription_status: 1 });
      expect(await world.db.transaction((trx) => reactivateSubscription(trx, owner.accountId))).toBe(false);
    });

    it.each([
      [
        'the plan is cancelled',
        () => world.db.transaction((trx) => cancelSubscription(trx, owner.accountId)),
      ],
      [
        'the plan ends',
        async () => {
          await pass(8);
          await world.db.transaction((trx) => endSubscriptions(trx));
        },
      ],
      [
        'what it goes on from is given back',
        async (first: string) => {
          await refundOrder(world.db, { orderId: first, amount: null, userId: owner.userId });
          const refund = await world.db('refunds').where({ order_id: first }).first();
          await world.db.transaction((trx) => completeRefund(trx, refund.id, null));
        },
      ],
    ])('that is under way while %s is given back', async (_name, stop) => {
      const first = await buy('pro', 1);
      await pass(32);
      await world.db.transaction((trx) => renewSubscriptions(trx));
      await stop(first.id);
      await world.drain();
      const [renewal] = await world.db('orders').where({ account_id: owner.accountId, kind: 'renewal' });
      expect(renewal).toMatchObject({ status: ORDER_STATUS.refunded, refunded: 5_000, is_active: false });
      await world.tick('schedule.minute');
      expect(await account()).toMatchObject({ plan: 'free', renew_at: null });
      expect(await world.db('orders').where({ account_id: owner.accountId })).toHaveLength(2);
    });

    it('that comes after a cancellation does not take it back', async () => {
      await buy('pro', 1);
      await pass(32);
      await world.db.transaction((trx) => renewSubscriptions(trx));
      await world
        .db('accounts')
        .where({ id: owner.accountId })
        .update({ subscription_status: 3, renew_at: null });
      await world.drain();
      expect(await account()).toMatchObject({ plan: 'pro', subscription_status: 3, renew_at: null });
    });

    it('that fails after a cancellation is told to nobody', async () => {
      await buy('pro', 1);
      await world
        .db('sandbox_sources')
        .where({ reference: owner.accountId })
        .update({ exp_month: 1, exp_year: 2020 });
      await pass(32);
      await world.db.transaction((trx) => renewSubscriptions(trx));
      await world.db.transaction((trx) => cancelSubscription(trx, owner.accountId));
      await world.drain();
      const [renewal] = await world.db('orders').where({ account_id: owner.accountId, kind: 'renewal' });
      expect([renewal.status, await mails('renewal-failed')]).toEqual([ORDER_STATUS.failed, []]);
    });

    it('happens again where a cancellation was taken back', async () => {
      await buy('pro', 1);
      await world.db.transaction((trx) => cancelSubscription(trx, owner.accountId));
      expect(await world.db.transaction((trx) => reactivateSubscription(trx, owner.accountId))).toBe(true);
      await pass(32);
      await world.tick('schedule.minute');
      expect(await account()).toMatchObject({ plan: 'pro', subscription_status: 1 });
      expect(await invoices()).toHaveLength(2);
    });
  });

  describe('a refund', () => {
    it('of all takes the plan back and makes a credit note', async () => {
      const order = await buy();
      const operator = await world.createAccount();
      await refundOrder(world.db, { orderId: order.id, amount: null, userId: operator.userId });
      await world.drain();
      expect(await findOrder(world.db, order.id)).toMatchObject({
        status: 3,
        refunded: 5_000,
        is_active: false,
      });
      expect((await account()).plan).toBe('free');
      const [note, invoice] = await invoices();
      expect([note.amount, invoice.amount, note.details.corrects]).toEqual([-5_000, 5_000, invoice.number]);
      expect(await mails('refund')).toHaveLength(1);
    });

    it('of a part leaves the plan, and no more is given back than was paid', async () => {
      const order = await buy();
      const give = (amount: number) =>
        refundOrder(world.db, { orderId: order.id, amount, userId: owner.userId });
      expect((await give(2_000))?.refundId).not.toBeNull();
      expect(await give(3_001)).toEqual({ refundId: null });
      await world.drain();
      expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, refunded: 2_000 });
      expect(await account()).toMatchObject({ plan: 'pro', period_paid: 3_000 });
      await Promise.all([give(3_000), give(3_000), give(3_000)]);
      await world.drain();
      expect(await findOrder(world.db, order.id)).toMatchObject({ status: 3, refunded: 5_000 });
    });

    it('that was made on the pages of the provider is found and written down', async () => {
      const order = await buy();
      await world.db('sandbox_payments').where({ id: order.provider_ref }).update({ refunded: 1_500 });
      await notice(order);
      expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, refunded: 1_500 });
      expect((await invoices()).map(({ amount }) => amount)).toEqual([-1_500, 5_000]);
    });
  });

  it('hears a notice that names a payment by its transaction, and of no other provider', async () => {
    const order = await buy();
    const transaction = uuidv7();
    await world.db('orders').where({ id: order.id }).update({ transaction_id: transaction });
    await world.db('sandbox_payments').where({ id: order.provider_ref }).update({ refunded: 1_500 });
    const hear = (provider: string) =>
      recordNotice(world.db, { provider, eventId: uuidv7(), ref: transaction });
    expect(await hear('paypal')).toBe(false);
    expect(await hear('sandbox')).toBe(true);
    await world.drain();
    expect((await findOrder(world.db, order.id))?.refunded).toBe(1_500);
  });

  describe('a card', () => {
    it('that was added is kept once, also where its notice is lost', async () => {
      const setup = await openSetup(world.db, owner.accountId, 'sandbox');
      const payer = { accountId: owner.accountId, ref: null };
      const payment = await world.payments.find()?.setUp({ setupId: setup.id, payer });
      if (payment) {
        await attachSetup(world.db, setup.id, payment);
      }
      await confirm(payment?.clientToken ?? null, { last4: '0341' });
      await world.tick('schedule.minute');
      await world.tick('schedule.minute');
      const sources = await world.db('payment_sources').where({ account_id: owner.accountId });
      expect(sources.map(({ info }) => info.last4)).toEqual(['0341']);
    });

    it('pays an order while nobody confirms it', async () => {
      await buy('starter', 1);
      const [source] = await world.db('payment_sources').where({ account_id: owner.accountId });
      const order = await open('pro', 1, source.id);
      expect(order.status).toBe(ORDER_STATUS.processing);
      await world.drain();
      expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: true });
      expect((await account()).plan).toBe('pro');
    });
  });

  describe('a charge', () => {
    const openByCard = async () => {
      await buy('starter', 1);
      const [source] = await world.db('payment_sources').where({ account_id: owner.accountId });
      return open('pro', 1, source.id);
    };

    it('that was made does not fail its order because nobody says what became of it', async () => {
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
      expect(await statusOf(order.id)).toBe(ORDER_STATUS.processing);
      await world.drain();
      expect(await findOrder(world.db, order.id)).toMatchObject({ status: 1, is_active: true });
    });

    it('is asked for once more only when it cannot be under way any more', async () => {
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
      expect(await statusOf(order.id)).toBe(ORDER_STATUS.paid);
    });
  });

  describe('sweeps of a great many rows', () => {
    it.each([
      [
        'orders that are open, not active or just over',
        SWEPT_ORDERS,
        ['orders_due', 'orders_not_active', 'orders_lapsed'],
      ],
      ['subscriptions that are over', ENDED_SUBSCRIPTIONS, ['accounts_expiring']],
      ['renewals that are due', DUE_RENEWALS, ['accounts_renewing']],
    ])('find %s by an index', async (_name, sql, indexes) => {
      const { rows } = await world.db.transaction(async (trx) => {
        await trx.raw('set local enable_seqscan = off');
        return trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(`explain ${sql}`);
      });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      for (const index of indexes) {
        expect(plan).toContain(index);
      }
    });
  });

  it('numbers invoices without a gap, whoever pays at the same moment, and gives the number of one that was rolled back to the next', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => world.createAccount()));
    await Promise.all(
      owners.map(async (payer) => {
        owner = payer;
        const order = await openOrder(world.db, {
          ...payer,
          price: priceOf('pro', 1),
          promotion: null,
          provider: 'sandbox',
          sourceId: null,
          now: new Date(),
        });
        const made = await world.payments.find()?.create({
          orderId: order.id,
          amount: 5_000,
          currency: 'USD',
          payer: { accountId: payer.accountId, ref: null },
        });
        if (made) {
          await attachPayment(world.db, order, made);
          await confirm(made.clientToken);
          await recordNotice(world.db, { provider: 'sandbox', eventId: uuidv7(), ref: made.ref });
        }
      }),
    );
    const rolledBack = world.db.transaction(async (trx) => {
      const order = await trx('orders').first();
      await trx('invoices').where({ order_id: order.id }).update({ order_id: null });
      await recordInvoice(trx, { order, transactionId: null });
      throw new Error('The process was killed');
    });
    await expect(rolledBack).rejects.toThrow('killed');
    await world.drain();
    const numbers: string[] = await world
      .db('invoices')
      .where({ kind: 'invoice' })
      .orderBy('number')
      .pluck('number');
    expect(numbers.map((number) => Number(number.split('-').at(-1)))).toEqual(
      numbers.map((_, index) => index + 1),
    );
  });
});
