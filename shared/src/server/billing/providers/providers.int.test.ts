import { useDatabase } from '@diorama/stack/test/use-database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../runtime/ids.ts';
import { InvalidWebhookError, PaymentRefusedError, PaymentUnknownError } from './provider.ts';
import { PAYER, PROVIDER_FIXTURES, type ProviderFixture } from './test/provider-fixtures.ts';

const database = useDatabase();

describe.each(Object.entries(PROVIDER_FIXTURES))('payments by %s', (name, start) => {
  let rig: ProviderFixture;
  beforeAll(async () => {
    rig = await start(database.db);
  });
  afterAll(() => rig.close());

  const open = async (orderId: string = uuidv7(), amount = 5_000) => {
    const payment = await rig.provider.create({ orderId, amount, currency: 'USD', payer: PAYER });
    return { orderId, ...payment };
  };

  it('open one payment for repeated requests of an order, and capture it once the payer agrees', async () => {
    const orderId = uuidv7();
    const [first, ...more] = [await open(orderId), await open(orderId), await open(orderId)];
    expect(more.map(({ ref }) => ref)).toEqual([first.ref, first.ref]);
    expect(first.clientToken).not.toBe('');
    expect(await rig.provider.retrieve(first.ref)).toMatchObject({ state: 'created', refunded: 0 });
    await rig.pay(first.ref, first.clientToken);
    const expected = { state: 'succeeded', amount: 5_000, currency: 'USD', refunded: 0 };
    expect(await rig.provider.retrieve(first.ref)).toMatchObject(expected);
    expect(await rig.provider.retrieve(first.ref)).toMatchObject(expected);
  });

  it('keep the payment source, charge it once per order, and detach it', async () => {
    const payment = await open();
    await rig.pay(payment.ref, payment.clientToken);
    const { source } = await rig.provider.retrieve(payment.ref);
    expect(source?.ref).toBeTruthy();
    const request = {
      orderId: uuidv7(),
      amount: 1_500,
      currency: 'USD',
      payer: PAYER,
      sourceRef: source?.ref ?? '',
      askedAt: null,
    };
    const [first, second] = [await rig.provider.charge(request), await rig.provider.charge(request)];
    expect(second.ref).toBe(first.ref);
    expect(await rig.provider.retrieve(first.ref)).toMatchObject({ state: 'succeeded', amount: 1_500 });
    await rig.provider.detach(source?.ref ?? '');
    await rig.provider.detach(source?.ref ?? '');
  });

  it('refund once per refund, in parts, and never more than was captured', async () => {
    const payment = await open();
    await rig.pay(payment.ref, payment.clientToken);
    await rig.provider.retrieve(payment.ref);
    const refund = {
      refundId: uuidv7(),
      paymentRef: payment.ref,
      amount: 2_000,
      currency: 'USD',
      askedAt: null,
    };
    const ids = [await rig.provider.refund(refund), await rig.provider.refund(refund)];
    expect(ids[1]).toBe(ids[0]);
    expect(await rig.provider.retrieve(payment.ref)).toMatchObject({ state: 'succeeded', refunded: 2_000 });
    const tooMuch = { ...refund, refundId: uuidv7(), amount: 5_001 };
    await expect(rig.provider.refund(tooMuch)).rejects.toThrow(PaymentRefusedError);
  });

  it('charge and refund once even after the idempotency keys expire', async () => {
    const payment = await open();
    await rig.pay(payment.ref, payment.clientToken);
    const { source } = await rig.provider.retrieve(payment.ref);
    const askedAt = rig.clock.now();
    const payer = { ...PAYER, ref: payment.payerRef };
    const charge = { orderId: uuidv7(), amount: 1_500, currency: 'USD', payer, sourceRef: source?.ref ?? '' };
    const first = await rig.provider.charge({ ...charge, askedAt: null });
    const refund = { refundId: uuidv7(), paymentRef: first.ref, amount: 700, currency: 'USD' };
    const given = await rig.provider.refund({ ...refund, askedAt: null });
    rig.mock?.forgetKeys();
    rig.clock.advance(30 * 3_600_000);
    const later = { orderId: uuidv7(), refundId: uuidv7() };
    expect((await rig.provider.charge({ ...charge, askedAt })).ref).toBe(first.ref);
    expect(await rig.provider.refund({ ...refund, askedAt })).toBe(given);
    expect(await rig.provider.retrieve(first.ref)).toMatchObject({ state: 'succeeded', refunded: 700 });
    // A request that never arrived is executed now.
    const second = await rig.provider.charge({ ...charge, orderId: later.orderId, askedAt });
    expect(second.ref).not.toBe(first.ref);
    expect(await rig.provider.refund({ ...refund, refundId: later.refundId, askedAt })).not.toBe(given);
    rig.clock.advance(-30 * 3_600_000);
  });

  it('find the charge of an order, or its absence, after its card is removed', async () => {
    const payment = await open();
    await rig.pay(payment.ref, payment.clientToken);
    const { source } = await rig.provider.retrieve(payment.ref);
    const request = { amount: 1_500, currency: 'USD', payer: { ...PAYER, ref: payment.payerRef } };
    const [orderId, askedAt] = [uuidv7(), rig.clock.now()];
    const sourceRef = source?.ref ?? '';
    const made = await rig.provider.charge({ ...request, orderId, sourceRef, askedAt: null });
    await rig.provider.detach(sourceRef);
    if (name === 'paypal') {
      // Payments are listed after hours; until then the provider does not report their absence.
      await expect(rig.provider.findCharge({ ...request, orderId, askedAt })).rejects.toThrow('not say yet');
    }
    rig.clock.advance(30 * 3_600_000);
    expect((await rig.provider.findCharge({ ...request, orderId, askedAt }))?.ref).toBe(made.ref);
    expect(await rig.provider.findCharge({ ...request, orderId: uuidv7(), askedAt })).toBeNull();
    rig.clock.advance(-30 * 3_600_000);
  });

  it('report an unknown payment as unknown, and ignore its cancellation', async () => {
    if (rig.mock === null) {
      return;
    }
    await rig.provider.cancel('forgotten');
    await expect(rig.provider.retrieve('forgotten', { isOver: true })).rejects.toThrow(PaymentUnknownError);
    const { ref } = await open();
    rig.mock.refuses = '/';
    const refused = await rig.provider.retrieve(ref).catch((error: unknown) => error);
    rig.mock.refuses = null;
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toBeInstanceOf(PaymentUnknownError);
  });

  it('report a full refund', async () => {
    const payment = await open();
    await rig.pay(payment.ref, payment.clientToken);
    await rig.provider.retrieve(payment.ref);
    await rig.provider.refund({
      refundId: uuidv7(),
      paymentRef: payment.ref,
      amount: 5_000,
      currency: 'USD',
      askedAt: null,
    });
    expect(await rig.provider.retrieve(payment.ref)).toMatchObject({ state: 'refunded', refunded: 5_000 });
  });

  it('capture nothing for a canceled order, and ignore the cancellation of a paid one', async () => {
    const over = await open();
    await rig.provider.cancel(over.ref);
    await rig.pay(over.ref, over.clientToken);
    expect((await rig.provider.retrieve(over.ref, { isOver: true })).state).not.toBe('succeeded');
    const paid = await open();
    await rig.pay(paid.ref, paid.clientToken);
    await rig.provider.retrieve(paid.ref);
    await rig.provider.cancel(paid.ref);
    expect(await rig.provider.retrieve(paid.ref)).toMatchObject({ state: 'succeeded' });
  });

  it('add a payment source without a payment', async () => {
    const setupId = uuidv7();
    const setup = await rig.provider.setUp({ setupId, payer: PAYER });
    expect((await rig.provider.setUp({ setupId, payer: PAYER })).ref).toBe(setup.ref);
    expect(await rig.provider.retrieveSetup(setup.ref)).toEqual({ state: 'open', source: null });
    await rig.pay(setup.ref, setup.clientToken);
    const done = await rig.provider.retrieveSetup(setup.ref);
    expect([done.state, typeof done.source?.ref]).toEqual(['done', 'string']);
  });

  it('accept only recent, unchanged webhooks with a valid signature', async () => {
    const { raw, headers } = rig.notice('evt_1', 'ref_1');
    expect(await rig.provider.verifyWebhook(raw, headers)).toEqual({ eventId: 'evt_1', ref: 'ref_1' });
    await expect(rig.provider.verifyWebhook(raw, {})).rejects.toThrow(InvalidWebhookError);
    for (const skew of [-302_000, 302_000]) {
      rig.clock.advance(skew);
      await expect(rig.provider.verifyWebhook(raw, headers)).rejects.toThrow(InvalidWebhookError);
      rig.clock.advance(-skew);
    }
    const garbled = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value.replace(/good|v1=./, 'bad')]),
    );
    await expect(rig.provider.verifyWebhook(raw, garbled)).rejects.toThrow(InvalidWebhookError);
  });

  it('open one payment after a lost response, and reject nothing during an outage', async () => {
    if (rig.mock === null) {
      return;
    }
    const orderId = uuidv7();
    rig.mock.mood = 'losing';
    await expect(open(orderId)).rejects.toThrow();
    rig.mock.mood = 'failing';
    const failed = await open(orderId).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).not.toBeInstanceOf(PaymentRefusedError);
    rig.mock.mood = 'well';
    const [first, second] = [await open(orderId), await open(orderId)];
    expect(second.ref).toBe(first.ref);
  });
});
