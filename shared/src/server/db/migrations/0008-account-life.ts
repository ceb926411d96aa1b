import type { Migration } from '../migrate.ts';

/** Life cycle of users and workspaces: confirmed addresses, Google, exports, erasure, and bookkeeping. */
export const accountLife: Migration = {
  name: '0008-account-life',
  up: async (trx) => {
    await trx.raw(`
      alter table users add column google_subject text unique;
      alter table users add column email_confirmed_at timestamptz;
      alter table users add column gone_hash bytea;
      create index users_gone on users (gone_hash) where gone_hash is not null;
      alter table users add column erased_at timestamptz;
      create index users_avatar on users (avatar_object) where avatar_object is not null;
      create index accounts_logo on accounts (logo_object) where logo_object is not null;

      create table email_confirmations (
        token_hash bytea primary key,
        user_id uuid not null references users (id) on delete cascade,
        email text not null,
        purpose text not null check (purpose in ('sign-up', 'change')),
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        used_at timestamptz
      );
      create index email_confirmations_user on email_confirmations (user_id);

      create table account_exports (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        key text unique,
        size bigint,
        token_hash bytea unique,
        created_at timestamptz not null default now(),
        completed_at timestamptz,
        expires_at timestamptz
      );
      create index account_exports_user on account_exports (user_id, created_at desc);

      alter table accounts add column unit text not null default 'm' check (unit in ('mm', 'cm', 'm', 'inch', 'feet'));
      alter table accounts add column locale text not null default 'en';
      alter table accounts add column watermark_asset uuid references assets (id) on delete set null;
      alter table accounts add column storage_notice smallint not null default 0 check (storage_notice between 0 and 2);

      create table billing_infos (
        id uuid primary key,
        account_id uuid not null unique references accounts (id) on delete cascade,
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

      create table payment_sources (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        type smallint not null check (type in (0, 1)),
        provider text not null,
        provider_ref text not null,
        info jsonb not null default '{}',
        is_default boolean not null default false,
        created_at timestamptz not null default now(),
        unique (provider, provider_ref)
      );
      create index payment_sources_account on payment_sources (account_id, created_at desc);
      create unique index payment_sources_one_default on payment_sources (account_id) where is_default;

      create table invoices (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        order_id uuid unique references orders (id) on delete set null,
        number text not null unique,
        amount integer not null,
        currency text not null default 'USD',
        transaction_id text,
        document_object uuid references objects (id) on delete set null,
        created_at timestamptz not null default now()
      );
      create index invoices_account on invoices (account_id, created_at desc);
    `);
  },
};
