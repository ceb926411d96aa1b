import type { Migration } from '../migrate.ts';

/** People, their sessions, the workspaces they own and belong to, and the projects of these. */
export const peopleTables: Migration = {
  name: '0002-people',
  up: async (trx) => {
    await trx.raw(`
      create table users (
        id uuid primary key,
        name text not null,
        last_name text,
        email text not null unique,
        locale text not null default 'en',
        timezone text,
        type smallint not null default 0,
        password_hash text,
        avatar_object uuid,
        avatar_color text not null,
        social_created boolean not null default false,
        is_demo boolean not null default false,
        utm jsonb,
        referred_by uuid references users (id) on delete set null,
        created_at timestamptz not null default now(),
        last_login_at timestamptz,
        deleted_at timestamptz
      );
      create index users_referred_by on users (referred_by) where referred_by is not null;

      create table sessions (
        id uuid primary key,
        user_id uuid not null references users (id) on delete cascade,
        current_hash bytea not null,
        previous_hash bytea,
        rotated_at timestamptz,
        remember boolean not null,
        agent text not null default '',
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        revoked_at timestamptz
      );
      create index sessions_user on sessions (user_id);

      create table password_resets (
        token_hash bytea primary key,
        user_id uuid not null references users (id) on delete cascade,
        expires_at timestamptz not null,
        used_at timestamptz
      );
      create index password_resets_user on password_resets (user_id);

      create table live_tickets (
        token_hash bytea primary key,
        user_id uuid not null references users (id) on delete cascade,
        session_id uuid not null references sessions (id) on delete cascade,
        expires_at timestamptz not null
      );

      create table accounts (
        id uuid primary key,
        owner_id uuid not null references users (id),
        name text not null,
        industry text,
        logo_object uuid,
        is_active boolean not null default true,
        plan text not null default 'free',
        plan_price uuid,
        plan_expires_at timestamptz,
        subscription_status smallint not null default 1,
        storage_used bigint not null default 0 check (storage_used >= 0),
        referral_joined integer not null default 0,
        tags text[] not null default '{}',
        has_completed_tour boolean not null default false,
        has_completed_onboarding boolean not null default false,
        created_at timestamptz not null default now()
      );
      create index accounts_owner on accounts (owner_id);

      create table account_members (
        account_id uuid not null references accounts (id) on delete cascade,
        user_id uuid not null references users (id) on delete cascade,
        role text not null check (role in ('admin', 'guest')),
        created_at timestamptz not null default now(),
        primary key (account_id, user_id)
      );
      create index account_members_user on account_members (user_id);

      create table projects (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        name text not null,
        name_key text not null,
        created_by uuid references users (id) on delete set null,
        created_at timestamptz not null default now(),
        unique (account_id, name_key)
      );

      create table referrals (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        referrer_id uuid not null references users (id) on delete cascade,
        email text not null,
        joined_user_id uuid unique references users (id) on delete set null,
        joined_at timestamptz,
        created_at timestamptz not null default now(),
        unique (account_id, email)
      );
      create index referrals_email on referrals (email);

      create table emails (
        id uuid primary key,
        recipient text not null,
        template text not null,
        locale text not null,
        props jsonb not null,
        message_id text,
        created_at timestamptz not null default now(),
        sent_at timestamptz
      );

      create table idempotency_keys (
        user_id uuid not null references users (id) on delete cascade,
        route text not null,
        key text not null,
        body_hash bytea not null,
        status smallint,
        answer text,
        created_at timestamptz not null default now(),
        primary key (user_id, route, key)
      );
      create index idempotency_keys_age on idempotency_keys (created_at);

      create table live_events (
        seq bigint generated always as identity primary key,
        topic text not null,
        resource_id uuid not null,
        type text not null,
        account_id uuid,
        user_id uuid,
        created_at timestamptz not null default now()
      );
      create index live_events_age on live_events (created_at);
      create function live_wake() returns trigger language plpgsql as $$
      begin
        perform pg_notify('live', '');
        return null;
      end $$;
      create trigger live_wake after insert on live_events for each statement execute function live_wake();
    `);
  },
};
