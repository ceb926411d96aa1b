import { isFinal } from '@diorama/shared/domain/order.ts';
import { closeOrder, findOrder } from '@diorama/shared/server/billing/orders.ts';
import type { Payments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import {
  type PaymentProvider,
  type PaymentReport,
  PaymentUnknownError,
} from '@diorama/shared/server/billing/providers/provider.ts';
import { settleOrder } from '@diorama/shared/server/billing/settle-order.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { type JobHandler, UnrecoverableJobError } from '@diorama/shared/server/jobs/worker.ts';
import type { Clock } from '@diorama/shared/server/runtime/clock.ts';

/**
 * Retrieves the payment of an order from the provider, and updates order and plan. The request runs outside
 * the transaction. The report is applied under the order's lock by an idempotent rule. A payment that must
 * not be paid any more is first cancelled at the provider, and then never retrieved again.
 */
export function orderReconcile(deps: {
  db: Knex;
  payments: Payments;
  clock: Clock;
}): JobHandler<'order.reconcile'> {
  const { db, payments, clock } = deps;
  return async ({ orderId }, context) => {
    const order = await findOrder(db, orderId);
    if (!order) {
      throw new UnrecoverableJobError(`There is no order ${orderId}`, 'request.not-found');
    }
    if (order.provider_ref === null) {
      return { status: order.status };
    }
    const facts = { status: order.status, createdAt: order.created_at, isSuperseded: order.is_superseded };
    const isOver = isFinal(facts, clock.now().getTime());
    const provider = payments.find(order.provider);
    // The provider cannot be asked while its keys are not configured.
    const report = provider === null ? null : await ask(provider, order.provider_ref, isOver);
    const status = await context.commit(db, async (trx) => {
      const settled = report && (await settleOrder(trx, orderId, report));
      // A payment in progress cannot be cancelled. Without the provider's keys the payment may still succeed.
      if (isOver && provider !== null && report?.state !== 'processing') {
        await closeOrder(trx, orderId);
      }
      return settled;
    });
    return { status: status ?? order.status };
  };
}

/**
 * Retrieves the provider's report. Cancels an expired payment first if it can still be made.
 * @returns null for an expired payment that the provider has dropped
 */
async function ask(provider: PaymentProvider, ref: string, isOver: boolean): Promise<PaymentReport | null> {
  if (!isOver) {
    return provider.retrieve(ref);
  }
  await provider.cancel(ref);
  return provider.retrieve(ref, { isOver }).catch((error: unknown) => {
    if (error instanceof PaymentUnknownError) {
      return null;
    }
    throw error;
  });
}
