import { z } from 'zod';
import { defineJob } from './define.ts';

/** Asks the payment provider for an order's state and settles the order exactly once. */
export const orderReconcile = defineJob({
  name: 'order.reconcile',
  queue: 'billing',
  payload: z.object({ orderId: z.uuid() }),
  result: z.object({ status: z.number().int() }),
  attempts: 8,
  timeoutMs: 40_000,
  priority: 1,
});

/** Times out orders that have been pending for longer than they may. */
export const orderExpire = defineJob({
  name: 'order.expire',
  queue: 'billing',
  payload: z.object({}),
  result: z.object({ expired: z.number().int(), reconciled: z.number().int() }),
  attempts: 1,
});

/** Moves workspaces whose paid time is over to Free. */
export const subscriptionEnd = defineJob({
  name: 'subscription.end',
  queue: 'billing',
  payload: z.object({}),
  result: z.object({ ended: z.number().int() }),
  attempts: 1,
});

export const billingJobs = [orderReconcile, orderExpire, subscriptionEnd] as const;
