import type { Migration } from '../migrate.ts';

/** Index of workspaces whose paid period has ended. */
export const subscriptionIndexes: Migration = {
  name: '0016-subscriptions',
  up: async (trx) => {
    await trx.raw(
      'create index accounts_expiring on accounts (plan_expires_at) where plan_expires_at is not null',
    );
  },
};
