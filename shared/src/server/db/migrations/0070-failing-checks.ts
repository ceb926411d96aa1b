import type { Migration } from '../migrate.ts';

/** Names of the health checks that a process fails. */
export const failingChecks: Migration = {
  name: '0070-failing-checks',
  up: async (trx) => {
    await trx.raw(`alter table process_heartbeats add column failing text[] not null default '{}'`);
  },
};
