import { PLAN_NAMES } from '@diorama/shared/plans.ts';
import { describe, expect, it } from 'vitest';
import { offeredPlans } from './offered-plans.ts';

const PLANS = PLAN_NAMES.map((name) => ({ name, isPremium: name !== 'free' }));

describe('the plans that are offered', () => {
  it.each([
    ['free', ['free', 'starter', 'pro']],
    ['starter', ['pro', 'enterprise']],
    ['pro', ['starter', 'enterprise']],
    ['enterprise', ['starter', 'pro']],
  ])('to a workspace on %s', (current, names) => {
    expect(offeredPlans(PLANS, current).map(({ name }) => name)).toEqual(names);
  });
});
