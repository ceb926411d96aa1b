import { isSureOver } from '@diorama/shared/domain/order.ts';
import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import type { Clock } from '@diorama/shared/server/clock.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { closeOrder, findOrder } from '@diorama/shared/server/db/orders.ts';
import { settleOrder } from '@diorama/shared/server/db/settle-order.ts';
import type { Payments } from '@diorama/shared/server/payments/choose-provider.ts';
import {
  type PaymentProvider,
  type PaymentReport,
  PaymentUnknownError,
} from '@diorama/shared/server/payments/provider.ts';
import { type JobContext, UnrecoverableJobError } from '@diorama/shared/server/worker.ts';

/**
 * Reads the state of an order's payment from the provider, and updates the order and the plan. The request is
 * outside the transaction.
 * The answer is applied under the order's lock by an idempotent rule.
 * A payment that is no longer wanted is cancelled at the provider first, and never queried again.
 */
export function orderReconcile(deps: { db: Knex; payments: Payments; clock: Clock }) {
  const { db, payments, clock } = deps;
  return async (
    { orderId }: PayloadOf<'order.reconcile'>,
    context: JobContext,
  ): Promise<ResultOf<'order.reconcile'>> => {
    const order = await findOrder(db, orderId);
    if (!order) {
      throw new UnrecoverableJobError(`There is no order ${orderId}`, 'request.not-found');
    }
    if (order.provider_ref === null) {
      return { status: order.status };
    }
    const facts = { status: order.status, createdAt: order.created_at, isSuperseded: order.is_superseded };
    const isOver = isSureOver(facts, clock.now().getTime());
    const provider = payments.find(order.provider);
    // Without the provider's keys it cannot be queried.
    const report = provider === null ? null : await ask(provider, order.provider_ref, isOver);
    const status = await db.transaction(async (trx) => {
      const settled = report && (await settleOrder(trx, orderId, report));
      // A payment in progress cannot be cancelled, and one without a provider may still be paid.
      if (isOver && provider !== null && report?.state !== 'processing') {
        await closeOrder(trx, orderId);
      }
      await context.complete(trx);
      return settled;
    });
    return { status: status ?? order.status };
  };
}

/**
 * Reads a payment from the provider. An expired payment that could still be made is cancelled first.
 * @returns null for an expired one that the provider has forgotten
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
