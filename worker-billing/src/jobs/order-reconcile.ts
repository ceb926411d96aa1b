import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findOrder, settleOrder } from '@diorama/shared/server/db/orders.ts';
import type { PaymentProvider } from '@diorama/shared/server/payments/provider.ts';
import { type JobContext, UnrecoverableJobError } from '@diorama/shared/server/worker.ts';

/**
 * Asks the provider what became of an order's payment, and brings order and plan to it. The question is asked
 * outside the transaction; the answer is applied under the order's lock by a rule that no repetition can bend.
 */
export function orderReconcile(deps: { db: Knex; payments: PaymentProvider | null }) {
  return async (
    { orderId }: PayloadOf<'order.reconcile'>,
    context: JobContext,
  ): Promise<ResultOf<'order.reconcile'>> => {
    const order = await findOrder(deps.db, orderId);
    if (!order) {
      throw new UnrecoverableJobError(`There is no order ${orderId}`, 'request.not-found');
    }
    const { payments } = deps;
    // Whoever took the money is not asked any more: nothing can become of it but that its time runs out.
    if (order.provider_ref === null || order.provider !== payments?.name) {
      return { status: order.status };
    }
    const payment = await payments.retrieve(order.provider_ref);
    const status = await deps.db.transaction(async (trx) => {
      const settled = await settleOrder(trx, orderId, payment);
      await context.complete(trx);
      return settled;
    });
    return { status: status ?? order.status };
  };
}
