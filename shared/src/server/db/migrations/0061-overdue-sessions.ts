import type { Migration } from '../migrate.ts';

/** Index of expired sessions, which are looked up every second. */
export const overdueSessions: Migration = {
  name: '0061-overdue-sessions',
  up: async (trx) => {
    await trx.raw('create index sessions_overdue on sessions (expires_at) where revoked_at is null');
  },
};
