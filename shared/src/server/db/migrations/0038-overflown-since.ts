import type { Migration } from '../migrate.ts';

/** Time since which a workspace has exceeded its plan: after a year its public scenes are paused. */
export const overflownSince: Migration = {
  name: '0038-overflown-since',
  up: async (trx) => {
    await trx.raw('alter table accounts add column overflown_since timestamptz');
  },
};
