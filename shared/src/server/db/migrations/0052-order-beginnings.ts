import type { Migration } from '../migrate.ts';

/**
 * When an order took effect, apart from the time that it adds, which may begin a year later: an order that was followed by
 * one of another plan is told by it.
 */
export const orderBeginnings: Migration = {
  name: '0052-order-beginnings',
  up: async (trx) => {
    await trx.raw(`
      alter table orders add column began_at timestamptz;
      update orders set began_at = coalesce(paid_at, adds_from) where adds_from is not null;
    `);
  },
};
