import type { Migration } from '../migrate.ts';

/**
 * Payment data beyond an order: its price components, refunds, the paid period, payment sources, invoices
 * with gapless numbers, and the sandbox's records of them.
 */
export const paymentTables: Migration = {
  name: '0023-payments',
  up: async (trx) => {
    for (const step of [ORDERS, ACCOUNTS, SOURCES, INVOICES, SANDBOX]) {
      await trx.raw(step);
    }
  },
};

const ORDERS = `
  alter table orders add column kind text not null default 'purchase' check (kind in ('purchase', 'renewal'));
  alter table orders add column discount integer not null default 0 check (discount >= 0);
  alter table orders add column credit integer not null default 0 check (credit >= 0);
  alter table orders add column refunded integer not null default 0 check (refunded between 0 and total_amount);
  alter table orders add column is_superseded boolean not null default false;
  alter table orders add column source_id uuid;
  alter table orders add column transaction_id text;
  alter table orders add column error_code text;
  alter table orders add column paid_at timestamptz;
  create index orders_account on orders (account_id, created_at desc);
  create index orders_newest on orders (created_at desc, id);
  create index orders_not_active on orders (created_at) where status = 1 and not is_active;
  create index orders_paid on orders (paid_at) where paid_at is not null;
  create index orders_failed_renewals on orders (created_at) where kind = 'renewal' and status = 6;
  create index orders_transaction on orders (transaction_id) where transaction_id is not null;

  create table refunds (
    id uuid primary key,
    order_id uuid not null references orders (id) on delete cascade,
    amount integer not null check (amount > 0),
    reason text not null check (reason in ('operator', 'duplicate', 'provider')),
    status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
    provider_ref text,
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null default now(),
    settled_at timestamptz
  );
  create index refunds_order on refunds (order_id);
  create index refunds_pending on refunds (created_at) where status = 'pending';

  alter table payment_events alter column order_id drop not null;
  alter table payment_events add column provider_ref text;
  create index payment_events_unknown on payment_events (provider, provider_ref) where order_id is null;
  create index payment_events_order on payment_events (order_id) where order_id is not null;
`;

const ACCOUNTS = `
  alter table accounts add column period_start timestamptz;
  alter table accounts add column period_paid integer not null default 0 check (period_paid >= 0);
  alter table accounts add column credit integer not null default 0 check (credit >= 0);
  alter table accounts add column renew_at timestamptz;
  alter table accounts add column renew_tries smallint not null default 0;
  alter table accounts add column last_order uuid references orders (id) on delete set null;
  create index accounts_renewing on accounts (renew_at) where renew_at is not null;
  create index accounts_last_order on accounts (last_order) where last_order is not null;
`;

const SOURCES = `
  create table payment_customers (
    account_id uuid not null references accounts (id) on delete cascade,
    provider text not null,
    provider_ref text not null,
    primary key (account_id, provider)
  );
  create table payment_setups (
    id uuid primary key,
    account_id uuid not null references accounts (id) on delete cascade,
    provider text not null,
    provider_ref text unique,
    client_token text,
    status text not null default 'open' check (status in ('open', 'done', 'failed')),
    created_at timestamptz not null default now()
  );
  create index payment_setups_account on payment_setups (account_id);
  create index payment_setups_open on payment_setups (created_at) where status = 'open';
`;

/** An invoice outlives its workspace, as its number must not be missing from the books. */
const INVOICES = `
  create table invoice_counters (series text primary key, last integer not null);
  alter table invoices alter column account_id drop not null;
  alter table invoices drop constraint invoices_account_id_fkey;
  alter table invoices add constraint invoices_account_id_fkey
    foreign key (account_id) references accounts (id) on delete set null;
  alter table invoices add column kind text not null default 'invoice' check (kind in ('invoice', 'credit-note'));
  alter table invoices add column refund_id uuid unique references refunds (id) on delete set null;
  create index invoices_created on invoices (created_at);
  alter table invoices add column details jsonb not null default '{}';
`;

const SANDBOX = `
  create table sandbox_sources (
    id text primary key,
    reference text not null,
    type smallint not null,
    number_end text,
    brand text,
    exp_month smallint,
    exp_year smallint,
    created_at timestamptz not null default now()
  );
  alter table sandbox_payments add column refunded integer not null default 0 check (refunded between 0 and amount);
  alter table sandbox_payments add column customer text;
  alter table sandbox_payments add column source_id text references sandbox_sources (id) on delete set null;
  create table sandbox_refunds (
    id text primary key,
    payment_id text not null references sandbox_payments (id) on delete cascade,
    reference text not null unique,
    amount integer not null check (amount > 0)
  );
  create index sandbox_refunds_payment on sandbox_refunds (payment_id);
  create index sandbox_payments_source on sandbox_payments (source_id) where source_id is not null;
  create table sandbox_setups (
    id text primary key,
    client_token text not null unique,
    reference text not null unique,
    customer text not null,
    state text not null default 'created',
    source_id text references sandbox_sources (id) on delete set null
  );
  create index sandbox_setups_source on sandbox_setups (source_id) where source_id is not null;
`;
