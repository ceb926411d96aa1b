import { PLAN_NAMES } from '@diorama/shared/plans.ts';
import { describe, expect, it } from 'vitest';
import { offeredPlans, priceOfMonths } from './offered-plans.ts';

const PLANS = PLAN_NAMES.map((name) => ({ name, isPremium: name !== 'free' }));

describe('offeredPlans', () => {
  it.each([
    ['free', ['free', 'starter', 'pro']],
    ['starter', ['pro', 'enterprise']],
    ['pro', ['starter', 'enterprise']],
    ['enterprise', ['starter', 'pro']],
  ])('returns the plans for a workspace on %s', (current, names) => {
    expect(offeredPlans(PLANS, current).map(({ name }) => name)).toEqual(names);
  });
});

it.each([
  ['12', 12],
  ['1', 1],
  ['3', 1],
  ['', 1],
  [null, 1],
] as const)('priceOfMonths selects for %j the price of %j months', (wanted, months) => {
  expect(priceOfMonths([{ months: 1 }, { months: 12 }], wanted)).toEqual({ months });
  expect(priceOfMonths([], wanted)).toBeUndefined();
});
