import type { Migration } from '../migrate.ts';

/** Reasons that operators give for suspensions; null for older ones and for those without a reason. */
export const suspensionReasons: Migration = {
  name: '0074-suspension-reasons',
  up: async (trx) => {
    await trx.raw('alter table accounts add column suspended_reason text');
  },
};
