import type { Order, PlanPriceResource } from '@diorama/shared/contract/billing.ts';
import { track } from '../../../api/track.ts';
import { useLanguage } from '../../../hooks/use-language.tsx';
import { useUser } from '../../../hooks/use-user.ts';
import { keepPayment, type PaymentFacts, takePayment } from './kept-payment.ts';

/** Numbers that the event has always carried. */
const FIXED = { payMethod: 1, subsStatus: 1, subsCycleType: 2, subsType: 3 } as const;
const CENTS = 100;

type Payment = {
  order: Pick<Order, 'uuid' | 'totalAmount'>;
  planPrice: PlanPriceResource;
  accountId: string;
};

/** Tells measurement that an order was paid, in the fields of its event; once an order, whatever page it is told from. */
export function useTellPayment() {
  const language = useLanguage();
  const user = useUser();
  const tellFacts = (facts: PaymentFacts) => {
    if (user === null || told.has(facts.transactionId)) {
      return;
    }
    told.add(facts.transactionId);
    track('payComplete', { userId: user.uuid, email: user.email, lang: language, ...facts, ...FIXED });
  };
  return {
    /** Keeps what is about to be confirmed, in case its payer comes back by another page. */
    keep: (payment: Payment) => keepPayment(sessionStorage, factsOf(payment)),
    tell: (payment: Payment) => {
      takePayment(sessionStorage, payment.order.uuid);
      tellFacts(factsOf(payment));
    },
    /** Tells of an order whose payer had left this tab, and of no other. */
    tellKept: (orderId: string) => {
      const facts = takePayment(sessionStorage, orderId);
      if (facts !== null) {
        tellFacts(facts);
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

const told = new Set<string>();
