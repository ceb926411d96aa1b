import { endSubscriptions } from '@diorama/shared/server/billing/subscriptions.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';

/**
 * Moves workspaces to Free when their paid time has ended. Workspaces beyond one batch follow a minute later.
 */
export function subscriptionEnd(deps: { db: Knex }): JobHandler<'subscription.end'> {
  return (_payload, context) =>
    context.commit(deps.db, async (trx) => ({ ended: await endSubscriptions(trx) }));
}
