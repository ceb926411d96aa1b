import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classifyPayment,
  isExpired,
  isOpen,
  ORDER_EXPIRY_MS,
  ORDER_STATUS,
  type PaymentClass,
  settle,
} from './order.ts';

const STATES: readonly PaymentClass[] = [
  'created',
  'requires_action',
  'approved',
  'cancelled',
  'mismatched',
  'processing',
  'succeeded',
  'failed',
  'refunded',
];

describe('settling an order', () => {
  it('activates a paid plan exactly once for any number and order of webhooks', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STATES), { maxLength: 50 }), (notices) => {
        let status: (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS] = ORDER_STATUS.pending;
        let activations = 0;
        for (const notice of notices) {
          const next = settle(status, notice);
          status = next.status;
          activations += next.activatesPlan ? 1 : 0;
        }
        expect(activations).toBeLessThanOrEqual(1);
        const refundedFirst = notices.indexOf('refunded');
        const paidFirst = notices.indexOf('succeeded');
        const wasPaid = paidFirst >= 0 && (refundedFirst < 0 || paidFirst < refundedFirst);
        expect(activations).toBe(wasPaid ? 1 : 0);
      }),
    );
  });

  it('keeps a paid order paid when a late failure arrives', () => {
    expect(settle(ORDER_STATUS.paid, 'failed')).toEqual({ status: ORDER_STATUS.paid, activatesPlan: false });
  });

  it('accepts a payment after the timeout', () => {
    expect(settle(ORDER_STATUS.timeout, 'succeeded')).toEqual({
      status: ORDER_STATUS.paid,
      activatesPlan: true,
    });
    expect(settle(ORDER_STATUS.timeout, 'created').status).toBe(ORDER_STATUS.timeout);
  });

  it.each<[keyof typeof ORDER_STATUS, Partial<Record<PaymentClass, keyof typeof ORDER_STATUS>>]>([
    [
      'pending',
      {
        created: 'pending',
        requires_action: 'requestAction',
        approved: 'waitingApproval',
        processing: 'processing',
        succeeded: 'paid',
        failed: 'failed',
        cancelled: 'failed',
        refunded: 'refunded',
        mismatched: 'waitingApproval',
      },
    ],
    [
      'processing',
      { created: 'processing', requires_action: 'requestAction', succeeded: 'paid', failed: 'failed' },
    ],
    ['requestAction', { created: 'pending', succeeded: 'paid', failed: 'failed', cancelled: 'failed' }],
    ['waitingApproval', { processing: 'processing', succeeded: 'paid', mismatched: 'waitingApproval' }],
    ['failed', { created: 'pending', requires_action: 'requestAction', succeeded: 'paid', failed: 'failed' }],
    [
      'timeout',
      {
        created: 'timeout',
        failed: 'timeout',
        refunded: 'timeout',
        succeeded: 'paid',
        mismatched: 'waitingApproval',
      },
    ],
    ['paid', { created: 'paid', failed: 'paid', mismatched: 'paid', refunded: 'refunded' }],
    ['refunded', { created: 'refunded', succeeded: 'refunded', failed: 'refunded', mismatched: 'refunded' }],
  ])('changes the status from %s according to the table', (from, expected) => {
    const found = Object.keys(expected).map((payment) => [
      payment,
      settle(ORDER_STATUS[from], payment as PaymentClass).status,
    ]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(expected).map(([payment, to]) => [payment, ORDER_STATUS[to]])),
    );
  });

  it('accepts only the ordered amount and currency', () => {
    const order = { amount: 48_000, currency: 'USD' };
    const classify = (amount: number, currency: string) =>
      classifyPayment(order, { amount, currency, state: 'succeeded' });
    expect([
      classify(48_000, 'USD'),
      classify(47_999, 'USD'),
      classify(48_001, 'USD'),
      classify(48_000, 'EUR'),
    ]).toEqual(['succeeded', 'mismatched', 'mismatched', 'mismatched']);
    expect(classifyPayment(order, { amount: 1, currency: 'USD', state: 'failed' })).toBe('failed');
  });

  it('treats orders in four states as open', () => {
    expect(Object.values(ORDER_STATUS).filter(isOpen)).toEqual([0, 4, 5, 7]);
  });

  it('expires only orders that wait for the payer', () => {
    const createdAt = '2026-01-01T00:00:00.000Z';
    const late = Date.parse(createdAt) + ORDER_EXPIRY_MS;
    expect(isExpired({ status: ORDER_STATUS.pending, createdAt }, late)).toBe(true);
    expect(isExpired({ status: ORDER_STATUS.pending, createdAt }, late - 1)).toBe(false);
    expect(isExpired({ status: ORDER_STATUS.processing, createdAt }, late)).toBe(false);
  });
});
