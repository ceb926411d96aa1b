import { endSetup, findSetup } from '@diorama/shared/server/billing/payment-setups.queries.ts';
import type { Payments } from '@diorama/shared/server/billing/providers/choose-provider.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';

/** Stores the card or wallet that a user has added at the provider. */
export function sourceReconcile(deps: { db: Knex; payments: Payments }): JobHandler<'source.reconcile'> {
  return async ({ setupId }, context) => {
    const setup = await findSetup(deps.db, setupId);
    const provider = setup && deps.payments.find(setup.provider);
    if (!setup || !provider || setup.provider_ref === null || setup.status !== 'open') {
      return { status: setup?.status ?? 'gone' };
    }
    const { state, source } = await provider.retrieveSetup(setup.provider_ref);
    if (state === 'open') {
      return { status: state };
    }
    await context.commit(deps.db, (trx) => endSetup(trx, setup, { status: state, source }));
    return { status: state };
  };
}
