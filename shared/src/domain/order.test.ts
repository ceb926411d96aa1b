import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExpired, ORDER_EXPIRY_MS, ORDER_STATUS, type PaymentState, settle } from './order.ts';

const STATES: readonly PaymentState[] = [
  'created',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'refunded',
];

describe('settling an order', () => {
  it('activates the plan exactly once however often and in whatever order notices come', () => {
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

  it('takes money that arrives after the time-out', () => {
    expect(settle(ORDER_STATUS.timeout, 'succeeded')).toEqual({
      status: ORDER_STATUS.paid,
      activatesPlan: true,
    });
    expect(settle(ORDER_STATUS.timeout, 'created').status).toBe(ORDER_STATUS.timeout);
  });

  it('expires only orders that wait for the payer', () => {
    const createdAt = '2026-01-01T00:00:00.000Z';
    const late = Date.parse(createdAt) + ORDER_EXPIRY_MS;
    expect(isExpired({ status: ORDER_STATUS.pending, createdAt }, late)).toBe(true);
    expect(isExpired({ status: ORDER_STATUS.pending, createdAt }, late - 1)).toBe(false);
    expect(isExpired({ status: ORDER_STATUS.processing, createdAt }, late)).toBe(false);
  });
});
