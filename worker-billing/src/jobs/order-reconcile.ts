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
 * Asks the provider what became of an order's payment, and brings order and plan to it. The question is asked
 * outside the transaction; the answer is applied under the order's lock by a rule that no repetition can bend. What
 * nobody is to pay any more is ended at the provider first, and then never asked about again.
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
    // Nobody can be asked while the keys of whoever takes the money are not there.
    const report = provider === null ? null : await ask(provider, order.provider_ref, isOver);
    const status = await db.transaction(async (trx) => {
      const settled = report && (await settleOrder(trx, orderId, report));
      // What is being taken at this moment cannot be stopped, and what nobody here can end may still be paid.
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
 * What the provider says; a payment whose time is over and that can still be made is ended before.
 * @returns null for one that is over and that the provider has forgotten
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
