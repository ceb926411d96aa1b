import type { Migration } from '../migrate.ts';

/**
 * State of payments in flight: the time that each order added, the first request of a charge or refund, a
 * differing captured amount, the closing of an order at the provider, and closed workspaces that wait for
 * payments. Orders that ended days ago are closed here, so that no sweep queries every past order.
 */
export const moneyInFlight: Migration = {
  name: '0033-money-in-flight',
  up: async (trx) => {
    await trx.raw(`
      alter table orders add column adds_from timestamptz;
      alter table orders add column adds_until timestamptz;
      alter table orders add column charge_asked_at timestamptz;
      alter table orders add column closed_at timestamptz;
      alter table orders add column taken_amount integer;
      alter table orders add column taken_currency text;
      alter table refunds add column asked_at timestamptz;
      alter table accounts add column waits_for_money boolean not null default false;
      create index accounts_waiting_for_money on accounts (id) where waits_for_money;
      update orders set closed_at = now()
        where status in (2, 6) and provider_ref is not null and paid_at is null and created_at < now() - interval '2 days';
      drop index orders_lapsed;
      create index orders_lapsed on orders (created_at)
        where status in (2, 6) and provider_ref is not null and paid_at is null and closed_at is null;
      create index orders_status on orders (status, created_at desc, id);
      create index orders_held on orders (created_at) where taken_amount is not null and status = 4;
    `);
  },
};
