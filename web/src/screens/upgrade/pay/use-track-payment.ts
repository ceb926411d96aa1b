import type { Order, PlanPriceResource } from '@diorama/shared/contract/billing.ts';
import { track } from '../../../api/track.ts';
import { useLanguage } from '../../../hooks/use-language.tsx';
import { useUser } from '../../../hooks/use-user.ts';
import { markTracked, type PaymentFacts, storePayment, takeStoredPayment } from './stored-payment.ts';

/** Constant fields of the event. */
const FIXED = { payMethod: 1, subsStatus: 1, subsCycleType: 2, subsType: 3 } as const;
const CENTS = 100;

type Payment = {
  order: Pick<Order, 'uuid' | 'totalAmount'>;
  planPrice: PlanPriceResource;
  accountId: string;
};

/** Tracks a paid order with the fields of its event; once per order, on any page. */
export function useTrackPayment() {
  const language = useLanguage();
  const user = useUser();
  const trackFacts = (facts: PaymentFacts) => {
    if (user === null || !markTracked(localStorage, facts.transactionId)) {
      return;
    }
    track('payComplete', { userId: user.uuid, email: user.email, lang: language, ...facts, ...FIXED });
  };
  return {
    /** Stores a payment before its confirmation, in case the payer returns on another page. */
    keep: (payment: Payment) => storePayment(localStorage, factsOf(payment)),
    trackPaid: (payment: Payment) => {
      takeStoredPayment(localStorage, payment.order.uuid);
      trackFacts(factsOf(payment));
    },
    /** Tracks an order that was confirmed in this browser, and no other. */
    trackStored: (orderId: string) => {
      const facts = takeStoredPayment(localStorage, orderId);
      if (facts !== null) {
        trackFacts(facts);
      }
    },
  };
}

function factsOf({ order, planPrice, accountId }: Payment): PaymentFacts {
  return {
    transactionId: order.uuid,
    planId: planPrice.plan['@id'].split('/').at(-1) ?? '',
    currency: planPrice.currency,
    subsCycle: planPrice.months,
    accountId,
    value: order.totalAmount / CENTS,
  };
}
