import { renewSubscriptions } from '@diorama/shared/server/billing/subscriptions.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';

/**
 * Orders the next period of subscriptions where it is due. Subscriptions beyond one batch follow a minute
 * later.
 */
export function subscriptionRenew(deps: { db: Knex }): JobHandler<'subscription.renew'> {
  return (_payload, context) =>
    context.commit(deps.db, async (trx) => {
      const { ordered, failures } = await renewSubscriptions(trx);
      for (const { accountId, error } of failures) {
        context.logger.error({ err: error, accountId }, 'renewal could not be ordered, retrying in an hour');
      }
      return { ordered };
    });
}
