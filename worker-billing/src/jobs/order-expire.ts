import { releaseClosed } from '@diorama/shared/server/billing/close-billing.queries.ts';
import { sweepSetups } from '@diorama/shared/server/billing/payment-setups.queries.ts';
import { sweepOrders, sweepRefunds } from '@diorama/shared/server/billing/sweep-orders.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import type { Clock } from '@diorama/shared/server/runtime/clock.ts';

/**
 * Expires unpaid orders. Queues checks of everything still open: orders, cards being added, refunds, closed
 * workspaces.
 */
export function orderExpire(deps: { db: Knex; clock: Clock }): JobHandler<'order.expire'> {
  const { db, clock } = deps;
  return async () => {
    // A failing sweep does not stop the others.
    const sweeps = [sweepSetups, sweepRefunds, releaseClosed].map((sweep) =>
      db.transaction(async (trx) => {
        await sweep(trx);
      }),
    );
    const orders = db.transaction((trx) => sweepOrders(trx, clock.now().getTime()));
    await Promise.allSettled([...sweeps, orders]);
    await Promise.all(sweeps);
    return orders;
  };
}
