import { PLANS, type PlanPrice } from '@diorama/shared/plans.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';

/** Display name of a price: its plan and period. */
export function usePriceLabel(): (price: PlanPrice) => string {
  const { t } = useTranslations('operators');
  return ({ plan, months }) =>
    t(months === 1 ? 'orders.plan.1' : 'orders.plan.12', { plan: PLANS[plan].displayName });
}
