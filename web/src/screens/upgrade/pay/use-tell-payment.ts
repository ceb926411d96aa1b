import type { Order, PlanPriceResource } from '@diorama/shared/contract/billing.ts';
import { track } from '../../../api/track.ts';
import { useLanguage } from '../../../hooks/use-language.tsx';
import { useUser } from '../../../hooks/use-user.ts';

/** Numbers that the event has always carried. */
const FIXED = { payMethod: 1, subsStatus: 1, subsCycleType: 2, subsType: 3 } as const;
const CENTS = 100;

/** Tells measurement that an order was paid, in the fields of its event; once an order, whatever page it is told from. */
export function useTellPayment() {
  const language = useLanguage();
  const user = useUser();
  return ({
    order,
    planPrice,
    accountId,
  }: {
    order: Pick<Order, 'uuid' | 'totalAmount'>;
    planPrice: PlanPriceResource;
    accountId: string;
  }) => {
    if (user === null || told.has(order.uuid)) {
      return;
    }
    told.add(order.uuid);
    track('payComplete', {
      userId: user.uuid,
      email: user.email,
      lang: language,
      planId: planPrice.plan['@id'].split('/').at(-1) ?? '',
      currency: planPrice.currency,
      subsCycle: planPrice.months,
      accountId,
      value: order.totalAmount / CENTS,
      transactionId: order.uuid,
      ...FIXED,
    });
  };
}

const told = new Set<string>();
