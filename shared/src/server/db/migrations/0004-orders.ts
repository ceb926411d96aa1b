import type { Migration } from '../migrate.ts';

/** Orders, the webhooks of payment providers, and the sandbox provider's tables. */
export const orderTables: Migration = {
  name: '0004-orders',
  up: async (trx) => {
    await trx.raw(`
      create table orders (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        created_by uuid references users (id) on delete set null,
        plan_price uuid not null,
        amount integer not null,
        total_amount integer not null,
        currency text not null default 'USD',
        months smallint not null,
        status smallint not null default 0,
        provider text not null,
        provider_ref text unique,
        client_token text,
        is_active boolean not null default false,
        asked_at timestamptz,
        reconcile_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create unique index orders_one_open on orders (account_id, plan_price) where status in (0, 4, 5, 7);
      create index orders_due on orders (created_at) where status in (0, 4, 5, 7);

      create table payment_events (
        provider text not null,
        event_id text not null,
        order_id uuid not null references orders (id) on delete cascade,
        received_at timestamptz not null default now(),
        primary key (provider, event_id)
      );

      create table sandbox_payments (
        id text primary key,
        client_token text not null unique,
        reference text not null unique,
        amount integer not null,
        currency text not null,
        state text not null default 'created',
        error_code text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
    `);
  },
};
