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
