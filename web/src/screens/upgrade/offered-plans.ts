import type { PlanResource } from '@diorama/shared/contract/billing.ts';

/**
 * Plans shown to a workspace, in order: on Free its own and all but Enterprise; on a paid plan all purchasable ones
 * but its own.
 */
export function offeredPlans<Plan extends Pick<PlanResource, 'name' | 'isPremium'>>(
  plans: readonly Plan[],
  current: string,
): Plan[] {
  if (current === 'free') {
    return plans.filter(({ name }) => name !== 'enterprise');
  }
  return plans.filter(({ name, isPremium }) => isPremium && name !== current);
}

/** Price for a number of months in an address, else the first one. */
export function priceOfMonths<Price extends { months: number }>(
  prices: readonly Price[],
  months: string | null,
): Price | undefined {
  return prices.find((price) => String(price.months) === months) ?? prices[0];
}
