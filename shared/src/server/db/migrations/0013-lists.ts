import type { Migration } from '../migrate.ts';

/** Indexes for the order of lists. */
export const listIndexes: Migration = {
  name: '0013-lists',
  up: async (trx) => {
    await trx.raw(`
      create index projects_list on projects (account_id, created_at desc, id desc);
      create index referrals_list on referrals (account_id, created_at desc, id);
      create index referrals_joined on referrals (account_id, joined_at, id) where joined_at is not null;
    `);
  },
};
