import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import type { Clock } from '@diorama/shared/server/clock.ts';
import { releaseClosed } from '@diorama/shared/server/db/close-billing.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { sweepSetups } from '@diorama/shared/server/db/payment-setups.ts';
import { sweepRefunds } from '@diorama/shared/server/db/refunds.ts';
import { sweepOrders } from '@diorama/shared/server/db/sweep-orders.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';

/** Times out what nobody paid for and asks about everything that is still open: orders, cards being added, refunds, closed workspaces. */
export function orderExpire(deps: { db: Knex; clock: Clock }) {
  return (_payload: PayloadOf<'order.expire'>, context: JobContext): Promise<ResultOf<'order.expire'>> =>
    deps.db.transaction(async (trx) => {
      const result = await sweepOrders(trx, deps.clock.now().getTime());
      await sweepSetups(trx);
      await sweepRefunds(trx);
      await releaseClosed(trx);
      await context.complete(trx);
      return result;
    });
}
