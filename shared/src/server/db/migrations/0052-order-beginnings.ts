import type { Migration } from '../migrate.ts';

/**
 * Time when an order took effect. It differs from the period that the order adds, which may begin a year
 * later, and identifies orders followed by one of another plan.
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
