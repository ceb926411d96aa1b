import type { Migration } from '../migrate.ts';

/** Index of sessions by their end, for deleting old ones. */
export const sessionEnds: Migration = {
  name: '0021-session-ends',
  up: async (trx) => {
    await trx.raw('create index sessions_end on sessions (least(expires_at, revoked_at))');
  },
};
