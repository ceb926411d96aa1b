import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { ORDER_STATUS, type OrderState, toOrderState } from '@diorama/shared/domain/order.ts';
import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import { PLAN_NAMES, PLANS } from '@diorama/shared/plans.ts';

/** An order as in the operators' list answer. */
export type OrderItem = ResultOf<'listOperatorOrders'>['member'][number];

const KINDS: Readonly<Record<OrderState, 'neutral' | 'info' | 'success' | 'warning' | 'error'>> = {
  pending: 'neutral',
  paid: 'success',
  timeout: 'neutral',
  refunded: 'warning',
  waitingApproval: 'info',
  processing: 'info',
  failed: 'error',
  requestAction: 'info',
};

/** Badge of an order's state: text key and colour. */
export function statusOf({ status = 0 }: OrderItem): {
  words: keyof Messages<'operators'>;
  kind: (typeof KINDS)[OrderState];
} {
  const state = toOrderState(status) ?? 'pending';
  return { words: `orders.status.${ORDER_STATUS[state]}`, kind: KINDS[state] };
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
