import type { PlanResource } from '@diorama/shared/contract/billing.ts';

/**
 * The plans that a workspace is shown, in their order: on Free its own and all but Enterprise; on a paid plan all that
 * can be bought but its own.
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
