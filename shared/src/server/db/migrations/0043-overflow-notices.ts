import type { Migration } from '../migrate.ts';

/** Time of the last request to the owner of a scene's workspace for more storage; limited to one a day. */
export const overflowNotices: Migration = {
  name: '0043-overflow-notices',
  up: async (trx) => {
    await trx.raw('alter table compositions add column overflow_notified_at timestamptz');
  },
};
