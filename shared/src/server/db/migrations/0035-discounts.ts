import type { Migration } from '../migrate.ts';

/**
 * Discount codes of operators. Their terms never change, so that existing orders stay valid. A use is
 * recorded with the order, and kept after the order or the workspace is deleted.
 */
export const discounts: Migration = {
  name: '0035-discounts',
  up: async (trx) => {
    await trx.raw(`
      create table discounts (
        id uuid primary key,
        code text not null unique,
        percentage smallint not null check (percentage between 1 and 100),
        plan_prices uuid[] check (cardinality(plan_prices) > 0),
        starts_at timestamptz not null,
        ends_at timestamptz check (ends_at > starts_at),
        ended_at timestamptz,
        most_uses integer check (most_uses > 0),
        most_uses_each integer check (most_uses_each > 0),
        uses integer not null default 0 check (uses >= 0),
        created_by uuid references users (id) on delete set null,
        created_at timestamptz not null default now()
      );
      create index discounts_newest on discounts (created_at desc, id);
      create index discounts_creator on discounts (created_by) where created_by is not null;

      alter table orders add column discount_id uuid references discounts (id);
      create index orders_discount on orders (discount_id) where discount_id is not null;

      create table discount_uses (
        id bigint generated always as identity primary key,
        discount_id uuid not null references discounts (id),
        order_id uuid unique references orders (id) on delete set null,
        account_id uuid not null,
        owner_id uuid references users (id) on delete set null,
        created_at timestamptz not null default now()
      );
      create index discount_uses_account on discount_uses (discount_id, account_id);
      create index discount_uses_owner on discount_uses (discount_id, owner_id);
      create index discount_uses_person on discount_uses (owner_id) where owner_id is not null;
    `);
  },
};
