import type { Migration } from '../migrate.ts';

/** Number of notices to the owner of a free workspace about exceeded storage: after 11 and 12 months. */
export const overdueNotices: Migration = {
  name: '0040-overdue-notices',
  up: async (trx) => {
    await trx.raw(
      'alter table accounts add column overdue_notices smallint not null default 0 check (overdue_notices between 0 and 2)',
    );
    await trx.raw(
      'create index accounts_overdue on accounts (overflown_since) where overflown_since is not null',
    );
  },
};
