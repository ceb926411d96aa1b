import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAN_PRICES } from '../plans.ts';
import { discountedPrice, promotionTimeLeft, runningPromotion, writeTimeLeft } from './promotion.ts';

const NOW = Date.UTC(2026, 10, 21);

describe('promotion discounts', () => {
  const promotion = { end: '2026-11-24', discount: 33.3 };

  it('apply only to the yearly price of Pro', () => {
    const totals = PLAN_PRICES.map((price) => [price.plan, price.months, discountedPrice(price, promotion)]);
    expect(totals.filter(([, , total]) => total !== null)).toEqual([['pro', 12, 32_016]]);
    expect(PLAN_PRICES.map((price) => discountedPrice(price, null))).toEqual(PLAN_PRICES.map(() => null));
  });

  it('end at the end of the promotion', () => {
    const end = Date.parse('2026-11-24T00:00:00Z');
    expect(runningPromotion(promotion, new Date(end - 1))).toEqual(promotion);
    expect(runningPromotion(promotion, new Date(end))).toBeNull();
    expect(runningPromotion(null, new Date(0))).toBeNull();
  });
});

describe('the countdown of a promotion', () => {
  it.each([
    [1, '0:00:00:01'],
    [1_000, '0:00:00:01'],
    [61_000, '0:00:01:01'],
    [90_061_000, '1:01:01:01'],
    [864_000_000, '10:00:00:00'],
  ])('%d ms before the end reads %s', (ms, text) => {
    const left = promotionTimeLeft(NOW + ms, NOW);
    expect(left && writeTimeLeft(left)).toBe(text);
  });

  it('is null at the end, after it, and for an invalid date', () => {
    expect([
      promotionTimeLeft(NOW, NOW),
      promotionTimeLeft(NOW - 1, NOW),
      promotionTimeLeft(Number.NaN, NOW),
    ]).toEqual([null, null, null]);
  });

  it('sums to the remaining seconds, rounded up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e11 }), (ms) => {
        const left = promotionTimeLeft(NOW + ms, NOW);
        const { days = 0, hours = 0, minutes = 0, seconds = 0 } = left ?? {};
        expect(((days * 24 + hours) * 60 + minutes) * 60 + seconds).toBe(Math.ceil(ms / 1_000));
      }),
    );
  });
});
