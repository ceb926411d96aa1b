import type { Migration } from '../migrate.ts';

/** When somebody last asked the owner of a scene's workspace to make room: once a day is enough. */
export const overflowNotices: Migration = {
  name: '0043-overflow-notices',
  up: async (trx) => {
    await trx.raw('alter table compositions add column overflow_notified_at timestamptz');
  },
};
