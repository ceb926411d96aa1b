import { ORDER_STATUS } from '@diorama/shared/domain/order.ts';
import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findOrder } from '@diorama/shared/server/db/orders.ts';
import { settleOrder } from '@diorama/shared/server/db/settle-order.ts';
import type { Payments } from '@diorama/shared/server/payments/choose-provider.ts';
import type { PaymentProvider, PaymentReport } from '@diorama/shared/server/payments/provider.ts';
import { type JobContext, UnrecoverableJobError } from '@diorama/shared/server/worker.ts';

/**
 * Asks the provider what became of an order's payment, and brings order and plan to it. The question is asked
 * outside the transaction; the answer is applied under the order's lock by a rule that no repetition can bend. What
 * nobody is to pay any more is ended at the provider first.
 */
export function orderReconcile(deps: { db: Knex; payments: Payments }) {
  return async (
    { orderId }: PayloadOf<'order.reconcile'>,
    context: JobContext,
  ): Promise<ResultOf<'order.reconcile'>> => {
    const order = await findOrder(deps.db, orderId);
    if (!order) {
      throw new UnrecoverableJobError(`There is no order ${orderId}`, 'request.not-found');
    }
    const provider = deps.payments.find(order.provider);
    // Whoever took the money is not asked any more: nothing can become of it but that its time runs out.
    if (order.provider_ref === null || provider === null) {
      return { status: order.status };
    }
    const isOver = order.status === ORDER_STATUS.timeout || order.is_superseded;
    const report = await ask(provider, order.provider_ref, isOver);
    const status = await deps.db.transaction(async (trx) => {
      const settled = await settleOrder(trx, orderId, report);
      await context.complete(trx);
      return settled;
    });
    return { status: status ?? order.status };
  };
}

/** What the provider says; a payment whose time is over and that can still be made is ended before. */
async function ask(provider: PaymentProvider, ref: string, isOver: boolean): Promise<PaymentReport> {
  if (isOver) {
    await provider.cancel(ref);
  }
  return provider.retrieve(ref, { isOver });
}
