import { findOrder } from '@diorama/shared/server/billing/orders.ts';
import type { Payments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import { PaymentRefusedError } from '@diorama/shared/server/billing/providers/provider.ts';
import {
  completeRefund,
  failRefund,
  findRefund,
  markRefundRequested,
} from '@diorama/shared/server/billing/refunds.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { crashAt, type Failpoint } from '@diorama/shared/server/runtime/failpoint.ts';

/**
 * Refunds money at the provider, then records it. A run after a kill in between finds the same refund again.
 */
export function refundExecute(deps: {
  db: Knex;
  payments: Payments;
  failpoint?: Failpoint | null;
}): JobHandler<'refund.execute'> {
  const { db, payments } = deps;
  return async ({ refundId }, context) => {
    const refund = await findRefund(db, refundId);
    const order = refund && (await findOrder(db, refund.order_id));
    if (!refund || !order || refund.status !== 'pending') {
      return { status: refund?.status ?? 'gone' };
    }
    const provider = payments.find(order.provider);
    if (provider === null || order.provider_ref === null) {
      throw new Error(`Nobody here can refund order ${order.id}, which ${order.provider} took the money of`);
    }
    const request = {
      refundId,
      paymentRef: order.provider_ref,
      amount: refund.amount,
      currency: order.currency,
      askedAt: refund.asked_at === null ? null : new Date(refund.asked_at),
    };
    await markRefundRequested(db, refundId);
    const outcome = await provider.refund(request).catch((error: unknown) => {
      if (error instanceof PaymentRefusedError) {
        return error;
      }
      throw error;
    });
    crashAt('after-refund', deps.failpoint);
    await context.commit(db, (trx) =>
      outcome instanceof PaymentRefusedError
        ? failRefund(trx, refund)
        : completeRefund(trx, refundId, outcome),
    );
    return { status: outcome instanceof PaymentRefusedError ? 'failed' : 'done' };
  };
}
