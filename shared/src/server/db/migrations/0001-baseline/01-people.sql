-- Trigrams find names by parts of them. Lists sort `Scene 2` before `Scene 10`.
create extension if not exists pg_trgm;
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

-- `avatar_wished` is a selected picture that is still being imported, which others do not see yet.
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
  deleted_at timestamptz,
  google_subject text unique,
  email_confirmed_at timestamptz,
  gone_hash bytea,
  erased_at timestamptz,
  avatar_wished uuid
);
create index users_avatar on users (avatar_object) where avatar_object is not null;
create index users_avatar_wished on users (avatar_wished) where avatar_wished is not null;
create index users_by_words
  on users using gin ((name || ' ' || coalesce(last_name, '') || ' ' || email) gin_trgm_ops) with (fastupdate = off);
create index users_gone on users (gone_hash) where gone_hash is not null;
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
create index sessions_end on sessions (least(expires_at, revoked_at));
create index sessions_overdue on sessions (expires_at) where revoked_at is null;
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

-- Sign-ups and changes of address that wait for a click in a mail.
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

-- Archives of all data of a user.
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

-- Requested mails. A job renders and sends each.
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
create index emails_sent on emails (sent_at) where sent_at is not null;

-- Keys are unique per user, or per scene for its visitors. There is no foreign key to scenes: the route
-- rejects an unknown scene after the key is stored.
create table idempotency_keys (
  user_id uuid references users (id) on delete cascade,
  route text not null,
  key text not null,
  body_hash bytea not null,
  status smallint,
  answer text,
  created_at timestamptz not null default now(),
  composition_id uuid,
  constraint idempotency_keys_holder check (num_nonnulls(user_id, composition_id) = 1)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create unique index idempotency_keys_composition on idempotency_keys (composition_id, route, key);
create unique index idempotency_keys_user on idempotency_keys (user_id, route, key);
