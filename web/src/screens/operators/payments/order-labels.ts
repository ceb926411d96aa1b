import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { ORDER_STATUS, type OrderStatus } from '@diorama/shared/domain/order.ts';
import type { OperatorMessages } from '@diorama/shared/i18n/operators.en.ts';
import { PLAN_NAMES, PLANS } from '@diorama/shared/plans.ts';

/** An order as in the operators' list answer. */
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

/** Badge of an order's state: text key and colour. */
export function statusOf({ status = 0 }: OrderItem): {
  words: keyof OperatorMessages;
  kind: (typeof KINDS)[OrderStatus];
} {
  const known = Object.values(ORDER_STATUS).find((value) => value === status) ?? ORDER_STATUS.pending;
  return { words: `orders.status.${known}`, kind: KINDS[known] };
}

/** Name of an order's plan, null for one that is no longer sold. */
export function planNameOf({ plan }: OrderItem): string | null {
  const known = PLAN_NAMES.find((name) => name === plan);
  return known === undefined ? null : PLANS[known].displayName;
}

/** Refundable amount of an order, in cents: the whole captured amount of a held one, and zero for most others. */
export function refundableOf({ status, totalAmount = 0, refunded = 0, held, taken }: OrderItem): number {
  if (held === 'amount') {
    return taken?.amount ?? 0;
  }
  return status === ORDER_STATUS.paid ? totalAmount - refunded : 0;
}
