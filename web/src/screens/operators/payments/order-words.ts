import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { ORDER_STATUS, type OrderStatus } from '@diorama/shared/domain/order.ts';
import type { OperatorMessages } from '@diorama/shared/i18n/operators.en.ts';
import { PLAN_NAMES, PLANS } from '@diorama/shared/plans.ts';

/** An order as the operators' list holds it. */
export type OrderItem = ResultOf<'listOperatorOrders'>['member'][number];

const KINDS: Readonly<Record<OrderStatus, 'neutral' | 'info' | 'success' | 'warning' | 'error'>> = {
  [ORDER_STATUS.pending]: 'neutral',
  [ORDER_STATUS.paid]: 'success',
  [ORDER_STATUS.timeout]: 'neutral',
  [ORDER_STATUS.refunded]: 'warning',
  [ORDER_STATUS.waitingApproval]: 'info',
  [ORDER_STATUS.processing]: 'info',
  [ORDER_STATUS.failed]: 'error',
  [ORDER_STATUS.requestAction]: 'info',
};

/** How the state of an order is shown: the key of its words, and its colour. */
export function statusOf({ status = 0 }: OrderItem): {
  words: keyof OperatorMessages;
  kind: (typeof KINDS)[OrderStatus];
} {
  const known = Object.values(ORDER_STATUS).find((value) => value === status) ?? ORDER_STATUS.pending;
  return { words: `orders.status.${known}`, kind: KINDS[known] };
}

/** A plan as people know it, null for one that is not sold any more. */
export function planNameOf({ plan }: OrderItem): string | null {
  const known = PLAN_NAMES.find((name) => name === plan);
  return known === undefined ? null : PLANS[known].displayName;
}

/** What can still be given back of an order, in cents: all that was taken of one that is held, and nothing of most others. */
export function refundableOf({ status, totalAmount = 0, refunded = 0, held, taken }: OrderItem): number {
  if (held === 'amount') {
    return taken?.amount ?? 0;
  }
  return status === ORDER_STATUS.paid ? totalAmount - refunded : 0;
}
