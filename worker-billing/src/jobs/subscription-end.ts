import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { endSubscriptions } from '@diorama/shared/server/db/subscriptions.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';

/** Moves workspaces whose paid time is over to Free. A large backlog continues a minute later. */
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
