import type { Migration } from '../migrate.ts';

/** Time of the last notice to the owner of a free workspace about exceeded storage. */
export const overdueTold: Migration = {
  name: '0047-overdue-told',
  up: async (trx) => {
    await trx.raw('alter table accounts add column overdue_told_at timestamptz');
    await trx.raw('update accounts set overdue_told_at = now() where overdue_notices > 0');
  },
};
