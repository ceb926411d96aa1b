import { describe, expect, it } from 'vitest';
import { PLAN_PRICES } from '../plans.ts';
import { type DiscountTerms, isCode, stateOf, validateDiscount } from './discount.ts';

const priceOf = (plan: string, months: number) => {
  const price = PLAN_PRICES.find((one) => one.plan === plan && one.months === months);
  if (price === undefined) {
    throw new Error(`There is no ${plan} for ${months}`);
  }
  return price;
};
const NOW = new Date('2026-11-22T12:00:00Z');
const TERMS: DiscountTerms = {
  percentage: 20,
  planPrices: null,
  startsAt: new Date('2026-11-01T00:00:00Z'),
  endsAt: new Date('2026-12-01T00:00:00Z'),
  isEnded: false,
  mostUses: 10,
  mostUsesEach: 1,
};
const ORDER = { price: priceOf('pro', 12), promotion: null, uses: { all: 0, own: 0 }, now: NOW };

describe('a discount code', () => {
  it.each([
    ['is valid while it runs', {}, {}, null],
    ['is unknown before its start', { startsAt: new Date('2026-11-23T00:00:00Z') }, {}, 'unknown'],
    ['is valid from its start', { startsAt: NOW }, {}, null],
    ['is over from its end', { endsAt: NOW }, {}, 'over'],
    ['is valid forever without an end', { endsAt: null }, { now: new Date('2099-01-01T00:00:00Z') }, null],
    ['is over after it was ended', { isEnded: true }, {}, 'over'],
    ['is valid for its last use', {}, { uses: { all: 9, own: 0 } }, null],
    ['is used up after its last use', {}, { uses: { all: 10, own: 0 } }, 'used-up'],
    ['is valid without a use limit', { mostUses: null }, { uses: { all: 1e6, own: 0 } }, null],
    ['is valid only once per customer', {}, { uses: { all: 1, own: 1 } }, 'used'],
    ['is valid up to its limit per customer', { mostUsesEach: 2 }, { uses: { all: 1, own: 1 } }, null],
    ['is valid for its listed prices', { planPrices: [priceOf('pro', 12).uuid] }, {}, null],
    ['is rejected for other prices', { planPrices: [priceOf('pro', 1).uuid] }, {}, 'price'],
  ] as const)('%s', (_title, terms, order, refusal) => {
    expect(validateDiscount({ ...TERMS, ...terms }, { ...ORDER, ...order })).toBe(refusal);
  });

  it('replaces the promotion when larger, and is never added to it', () => {
    const promotion = (discount: number) => ({ end: '2030-01-01', discount });
    expect(validateDiscount(TERMS, { ...ORDER, promotion: promotion(19) })).toBe(null);
    expect(validateDiscount(TERMS, { ...ORDER, promotion: promotion(20) })).toBe('promotion');
    expect(validateDiscount(TERMS, { ...ORDER, price: priceOf('pro', 1), promotion: promotion(50) })).toBe(
      null,
    );
  });

  it('has the state that operators see', () => {
    expect(stateOf(TERMS, 0, NOW)).toBe('running');
    expect(stateOf(TERMS, 10, NOW)).toBe('used-up');
    expect(stateOf({ ...TERMS, isEnded: true }, 10, NOW)).toBe('ended');
    expect(stateOf({ ...TERMS, startsAt: new Date('2026-11-23') }, 0, NOW)).toBe('planned');
  });

  it.each([
    ['WELCOME', true],
    ['BLACK-FRIDAY-2026', true],
    ['SHORT', false],
    ['WITH SPACE', false],
    ['DOUBLE--HYPHEN', false],
    ['-WELCOME', false],
    ['BIENVENIDO-ÑU', false],
    ['PROMOTION', false],
    ['01900000-0000-7000-8000-000000000301', false],
    ['A'.repeat(41), false],
  ])('may be named %s: %s', (code, isOne) => {
    expect(isCode(code)).toBe(isOne);
  });
});
