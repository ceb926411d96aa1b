import type { Migration } from '../migrate.ts';

/** Since when a workspace holds more than its plan allows: after a year its public scenes are paused. */
export const overflownSince: Migration = {
  name: '0038-overflown-since',
  up: async (trx) => {
    await trx.raw('alter table accounts add column overflown_since timestamptz');
  },
};
