import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAN_PRICES } from '../plans.ts';
import {
  canRetryRenewal,
  endOfGrace,
  MIN_CHARGE,
  nextRenewal,
  type PaidPeriod,
  quote,
  unusedValue,
} from './subscription.ts';

const at = (date: string) => new Date(date);
const price = (plan: string, months: number) => {
  const found = PLAN_PRICES.find((candidate) => candidate.plan === plan && candidate.months === months);
  return found ?? PLAN_PRICES[0] ?? { uuid: '', plan: 'free' as const, months: 1 as const, price: 0 };
};
const NOTHING: PaidPeriod = { priceUuid: null, paid: 0, start: null, end: null, balance: 0 };
const monthly: PaidPeriod = {
  priceUuid: price('starter', 1).uuid,
  paid: 1_500,
  start: at('2026-06-01T00:00:00Z'),
  end: at('2026-07-01T00:00:00Z'),
  balance: 0,
};

describe('the quote of an order', () => {
  it('is the price less the promotion when nothing was paid before', () => {
    const now = at('2026-06-10T00:00:00Z');
    const yearly = price('pro', 12);
    expect(quote({ price: yearly, promotion: null, period: NOTHING, now }).total).toBe(48_000);
    const promotion = { end: '2027-01-01', discount: 50 };
    expect(quote({ price: yearly, promotion, period: NOTHING, now })).toEqual({
      amount: 48_000,
      discount: 24_000,
      credit: 0,
      total: 24_000,
    });
  });

  it('deducts paid, unused time', () => {
    const half = at('2026-06-16T00:00:00Z');
    expect(quote({ price: price('pro', 1), promotion: null, period: monthly, now: half })).toEqual({
      amount: 5_000,
      discount: 0,
      credit: 750,
      total: 4_250,
    });
  });

  it('is the full price for extending the same plan', () => {
    const now = at('2026-06-16T00:00:00Z');
    expect(quote({ price: price('starter', 1), promotion: null, period: monthly, now }).total).toBe(1_500);
  });

  it('is zero when the remainder is below the minimum card charge', () => {
    const period = { ...NOTHING, balance: 1_500 - MIN_CHARGE + 1 };
    expect(
      quote({ price: price('starter', 1), promotion: null, period, now: at('2026-06-16T00:00:00Z') }),
    ).toEqual({ amount: 1_500, discount: MIN_CHARGE - 1, credit: 1_451, total: 0 });
  });

  it('adds up and is never negative, regardless of earlier payments', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PLAN_PRICES),
        fc.option(fc.constantFrom(...PLAN_PRICES), { nil: null }),
        fc.nat(200_000),
        fc.nat(200_000),
        fc.integer({ min: -40, max: 400 }),
        fc.integer({ min: 0, max: 100 }),
        (wanted, current, paid, balance, days, discount) => {
          const start = at('2026-01-01T00:00:00Z');
          const end = at('2027-01-01T00:00:00Z');
          const now = new Date(start.getTime() + days * 86_400_000);
          const period = { priceUuid: current?.uuid ?? null, paid, start, end, balance };
          const sum = quote({ price: wanted, promotion: { end: '2030-01-01', discount }, period, now });
          expect(sum.amount).toBe(sum.discount + sum.credit + sum.total);
          expect(Math.min(sum.discount, sum.credit, sum.total)).toBeGreaterThanOrEqual(0);
          expect(unusedValue(period, now)).toBeLessThanOrEqual(paid);
          expect(sum.amount).toBe(wanted.price);
        },
      ),
    );
  });
});

describe('a renewal', () => {
  const end = at('2026-07-01T00:00:00Z');

  it('is attempted at the end and 1, 3 and 5 days later, with 7 days of grace', () => {
    const days: string[] = [];
    let now = end;
    for (let next: Date | null = end; next !== null; next = nextRenewal({ end, tries: days.length }, now)) {
      days.push(next.toISOString().slice(0, 10));
      now = next;
    }
    expect(days).toEqual(['2026-07-01', '2026-07-02', '2026-07-04', '2026-07-06']);
    expect(endOfGrace(end)).toEqual(at('2026-07-08T00:00:00Z'));
  });

  it.each([
    ['a few hours late', 0.3, 1, '2026-07-02'],
    ['by its owner on the first day', 0.5, 2, '2026-07-02'],
    ['by its owner on the second day', 1.5, 3, '2026-07-04'],
    ['two days late', 2, 1, '2026-07-04'],
    ['by its owner after the last day', 5.5, 5, undefined],
  ])('attempted %s continues with the remaining retry days', (_how, days, tries, next) => {
    const now = new Date(end.getTime() + days * 86_400_000);
    expect(nextRenewal({ end, tries }, now)?.toISOString().slice(0, 10)).toBe(next);
  });

  it.each([
    ['late for the first time', 30, 0, true],
    ['after its last retry day', 6, 5, true],
    ['after its grace period', 7, 5, false],
    ['after too many attempts', 1, 12, false],
  ])('requested %s is allowed or rejected', (_how, days, tries, may) => {
    const now = new Date(end.getTime() + days * 86_400_000);
    expect(canRetryRenewal({ end, tries }, now)).toBe(may);
  });
});
