import type { Migration } from '../migrate.ts';

/** When the owner of a free workspace was last told that it holds more than its plan for too long. */
export const overdueTold: Migration = {
  name: '0047-overdue-told',
  up: async (trx) => {
    await trx.raw('alter table accounts add column overdue_told_at timestamptz');
    await trx.raw('update accounts set overdue_told_at = now() where overdue_notices > 0');
  },
};
