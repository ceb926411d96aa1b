import type { Migration } from '../migrate.ts';

/** How often the owner of a free workspace was told that it holds more than its plan for too long: after 11 and 12 months. */
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
