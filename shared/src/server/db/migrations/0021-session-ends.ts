import type { Migration } from '../migrate.ts';

/** Sessions that ended long ago are forgotten, so they are found by their end. */
export const sessionEnds: Migration = {
  name: '0021-session-ends',
  up: async (trx) => {
    await trx.raw('create index sessions_end on sessions (least(expires_at, revoked_at))');
  },
};
