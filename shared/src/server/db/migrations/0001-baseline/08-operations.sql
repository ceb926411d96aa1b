-- Changes that are pushed to the users who may see them.
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

-- Live processes. `failing` are the names of the health checks that a process fails.
create table process_heartbeats (
  id uuid primary key,
  kind text not null check (kind in ('gateway', 'worker')),
  name text not null,
  host text not null,
  pid integer not null,
  queues text[] not null,
  roles text[] not null,
  busy jsonb not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  failing text[] not null default '{}'
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Counters of the rate limits that all gateways share. Unlogged, since losing them in a crash is harmless.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Counts of exceeded limits by user or network. Unlogged, since losing them in a crash is harmless.
create unlogged table limits_met (
  "limit" text not null,
  subject text not null check (subject in ('user', 'network')),
  holder text not null,
  count bigint not null,
  last_at timestamptz not null default now(),
  primary key ("limit", subject, holder)
);
create index limits_met_last_at on limits_met (last_at);

-- Scheduled backups and the rehearsals of restoring them. `failure` is the reason of the last failed attempt,
-- and null after a complete one. `taken_at` is the moment of the database that the backup holds.
create table backup_runs (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'rehearsal')),
  due_at timestamptz not null,
  finished_at timestamptz,
  failure text,
  taken_at timestamptz,
  objects integer,
  bytes bigint,
  unique (kind, due_at)
);
