import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { endSubscriptions } from '@diorama/shared/server/billing/subscriptions.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';

/**
 * Moves workspaces to Free when their paid time has ended. Workspaces beyond one batch follow a minute later.
 */
export function subscriptionEnd(deps: { db: Knex }) {
  return (
    _payload: PayloadOf<'subscription.end'>,
    context: JobContext,
  ): Promise<ResultOf<'subscription.end'>> =>
    deps.db.transaction(async (trx) => {
      const ended = await endSubscriptions(trx);
      await context.complete(trx);
      return { ended };
    });
}
