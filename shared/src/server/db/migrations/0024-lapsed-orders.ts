import type { Migration } from '../migrate.ts';

/** Index of orders that failed or expired and may still be paid, for the sweep that queries them. */
export const lapsedOrders: Migration = {
  name: '0024-lapsed-orders',
  up: async (trx) => {
    await trx.raw(`
      create index orders_lapsed on orders (created_at)
        where status in (2, 6) and provider_ref is not null and paid_at is null;
    `);
  },
};
