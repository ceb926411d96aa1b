-- Discount codes of operators. Their terms never change, so that existing orders stay valid.
create table discounts (
  id uuid primary key,
  code text not null unique,
  percentage smallint not null check (percentage between 1 and 100),
  plan_prices uuid[] check (cardinality(plan_prices) > 0),
  starts_at timestamptz not null,
  ends_at timestamptz,
  ended_at timestamptz,
  most_uses integer check (most_uses > 0),
  most_uses_each integer check (most_uses_each > 0),
  uses integer not null default 0 check (uses >= 0),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  check (ends_at > starts_at)
);
create index discounts_creator on discounts (created_by) where created_by is not null;
create index discounts_newest on discounts (created_at desc, id);

-- `adds_from` and `adds_until` are the time that an order added to the paid period. `began_at` is the time
-- when it took effect, which may be a year earlier.
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
  updated_at timestamptz not null default now(),
  kind text not null default 'purchase' check (kind in ('purchase', 'renewal')),
  discount integer not null default 0 check (discount >= 0),
  credit integer not null default 0 check (credit >= 0),
  refunded integer not null default 0,
  is_superseded boolean not null default false,
  source_id uuid,
  transaction_id text,
  error_code text,
  paid_at timestamptz,
  adds_from timestamptz,
  adds_until timestamptz,
  charge_asked_at timestamptz,
  closed_at timestamptz,
  taken_amount integer,
  taken_currency text,
  discount_id uuid references discounts (id),
  refund_refused_at timestamptz,
  began_at timestamptz,
  check (refunded between 0 and total_amount)
);
create index orders_account on orders (account_id, created_at desc);
create index orders_discount on orders (discount_id) where discount_id is not null;
create index orders_due on orders (created_at) where status in (0, 4, 5, 7);
create index orders_failed_renewals on orders (created_at) where kind = 'renewal' and status = 6;
create index orders_held on orders (created_at) where taken_amount is not null and status = 4;
create index orders_lapsed on orders (created_at)
  where status in (2, 6) and provider_ref is not null and paid_at is null and closed_at is null;
create index orders_newest on orders (created_at desc, id);
create index orders_not_active on orders (created_at) where status = 1 and not is_active;
create unique index orders_one_open on orders (account_id, plan_price) where status in (0, 4, 5, 7);
create index orders_paid on orders (paid_at) where paid_at is not null;
create index orders_status on orders (status, created_at desc, id);
create index orders_transaction on orders (transaction_id) where transaction_id is not null;
alter table accounts add constraint accounts_last_order_fkey
  foreign key (last_order) references orders (id) on delete set null;

-- A use is recorded with the order, and kept after the order or the workspace is deleted.
create table discount_uses (
  id bigint generated always as identity primary key,
  discount_id uuid not null references discounts (id),
  order_id uuid references orders (id) on delete set null unique,
  account_id uuid not null,
  owner_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index discount_uses_account on discount_uses (discount_id, account_id);
create index discount_uses_owner on discount_uses (discount_id, owner_id);
create index discount_uses_person on discount_uses (owner_id) where owner_id is not null;

-- Webhooks of the payment providers.
create table payment_events (
  provider text not null,
  event_id text not null,
  order_id uuid references orders (id) on delete cascade,
  received_at timestamptz not null default now(),
  provider_ref text,
  primary key (provider, event_id)
);
create index payment_events_order on payment_events (order_id) where order_id is not null;
create index payment_events_unknown on payment_events (provider, provider_ref) where order_id is null;

create table payment_customers (
  account_id uuid not null references accounts (id) on delete cascade,
  provider text not null,
  provider_ref text not null,
  primary key (account_id, provider)
);

create table payment_sources (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  type smallint not null check (type in (0, 1)),
  provider text not null,
  provider_ref text not null,
  info jsonb not null default '{}',
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  expiry_told_at timestamptz,
  unique (provider, provider_ref)
);
create index payment_sources_account on payment_sources (account_id, created_at desc);
create index payment_sources_expiring on payment_sources (expires_at) where is_default and expiry_told_at is null;
create unique index payment_sources_one_default on payment_sources (account_id) where is_default;

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

create table refunds (
  id uuid primary key,
  order_id uuid not null references orders (id) on delete cascade,
  amount integer not null check (amount > 0),
  reason text not null check (reason in ('operator', 'duplicate', 'provider')),
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  provider_ref text,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  asked_at timestamptz
);
create index refunds_order on refunds (order_id);
create index refunds_pending on refunds (created_at) where status = 'pending';

create table billing_infos (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade unique,
  name text,
  email text,
  address_line1 text,
  city text,
  state text,
  postal_code text,
  country text,
  legal_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Numbers of invoices have no gaps. An invoice outlives its workspace, as its number must not be missing from
-- the books.
create table invoice_counters (
  series text primary key,
  last integer not null
);

create table invoices (
  id uuid primary key,
  account_id uuid references accounts (id) on delete set null,
  order_id uuid references orders (id) on delete set null unique,
  number text not null unique,
  amount integer not null,
  currency text not null default 'USD',
  transaction_id text,
  document_object uuid references objects (id) on delete set null,
  created_at timestamptz not null default now(),
  kind text not null default 'invoice' check (kind in ('invoice', 'credit-note')),
  refund_id uuid references refunds (id) on delete set null unique,
  details jsonb not null default '{}'
);
create index invoices_account on invoices (account_id, created_at desc);
create index invoices_created on invoices (created_at);
create index invoices_document on invoices (document_object) where document_object is not null;

-- Records of the sandbox, which is a payment provider of its own.
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

create table sandbox_payments (
  id text primary key,
  client_token text not null unique,
  reference text not null unique,
  amount integer not null,
  currency text not null,
  state text not null default 'created',
  error_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refunded integer not null default 0,
  customer text,
  source_id text references sandbox_sources (id) on delete set null,
  check (refunded between 0 and amount)
);
create index sandbox_payments_source on sandbox_payments (source_id) where source_id is not null;

create table sandbox_refunds (
  id text primary key,
  payment_id text not null references sandbox_payments (id) on delete cascade,
  reference text not null unique,
  amount integer not null check (amount > 0)
);
create index sandbox_refunds_payment on sandbox_refunds (payment_id);

create table sandbox_setups (
  id text primary key,
  client_token text not null unique,
  reference text not null unique,
  customer text not null,
  state text not null default 'created',
  source_id text references sandbox_sources (id) on delete set null
);
create index sandbox_setups_source on sandbox_setups (source_id) where source_id is not null;
