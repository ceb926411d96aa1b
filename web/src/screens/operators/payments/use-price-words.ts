import { PLANS, type PlanPrice } from '@diorama/shared/plans.ts';
import { useOperatorWords } from '../../../hooks/use-operator-words.ts';

/** Display name of a price: its plan and period. */
export function usePriceWords(): (price: PlanPrice) => string {
  const { t } = useOperatorWords();
  return ({ plan, months }) =>
    t(months === 1 ? 'orders.plan.1' : 'orders.plan.12', { plan: PLANS[plan].displayName });
}
