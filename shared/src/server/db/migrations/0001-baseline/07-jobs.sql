-- Domain events and the state of their jobs. An event waits in `outbox` until its jobs are queued, and stays
-- in `outbox_published` until it is settled: each of its jobs has a row in `job_done`, or in `job_parked` as
-- a dead letter. Waiting events are inserted in bulk, so their table has no index but the key.
create table outbox (
  id uuid primary key,
  name text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table outbox_refused (
  id uuid primary key,
  name text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  reason text not null,
  refused_at timestamptz not null default now()
);

-- Published events and completed jobs are partitioned by the day of their event, so that deleting a day drops
-- two tables instead of deleting millions of rows. The id contains the day: an event's id is a uuid of
-- version 7, which begins with its time, and a job's id begins with its event's. So a job belongs to one
-- partition at any completion time, and its key is unique over all of them. Ids of a day without a partition
-- go to `…_rest`.
create table outbox_published (
  id uuid primary key,
  name text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  published_at timestamptz not null,
  publishes integer not null,
  check_at timestamptz not null,
  settled_at timestamptz
) partition by range (id);
create index outbox_published_open on outbox_published (check_at) where settled_at is null;

create table outbox_published_rest partition of outbox_published default;

create table job_done (
  job_id text primary key,
  dedupe_key text,
  started_at timestamptz,
  noted_at timestamptz not null default now()
) partition by range (job_id);
create index job_done_dedupe on job_done (dedupe_key, started_at) where dedupe_key is not null;

create table job_done_rest partition of job_done default;

-- Returns the beginning that no id of an earlier day reaches, and that every id of the day or a later one
-- reaches.
create function event_day_bound(day date) returns text language sql immutable as $$
  select substr(hex, 1, 8) || '-' || substr(hex, 9) from
    (select lpad(to_hex((extract(epoch from day::timestamp) * 1000)::bigint), 12, '0') as hex) as time
$$;

-- Creates the partitions of a day. They are created apart and then attached, so that others can read and
-- write meanwhile. Rows of the day move in from the rest partition.
create function make_event_day(day date) returns boolean language plpgsql as $$
declare
  suffix text := to_char(day, 'YYYYMMDD');
  low text := event_day_bound(day);
  high text := event_day_bound(day + 1);
  tail text := '-0000-0000-000000000000';
begin
  if to_regclass('job_done_' || suffix) is not null then
    return false;
  end if;
  execute format('create table outbox_published_%s (like outbox_published including all)', suffix);
  execute format('create table job_done_%s (like job_done including all)', suffix);
  lock table outbox_published_rest, job_done_rest in access exclusive mode;
  execute format('with moved as (delete from outbox_published_rest where id >= %L and id < %L returning *)
    insert into outbox_published_%s select * from moved', low || tail, high || tail, suffix);
  execute format('with moved as (delete from job_done_rest where job_id >= %L and job_id < %L returning *)
    insert into job_done_%s select * from moved', low, high, suffix);
  execute format('alter table outbox_published attach partition outbox_published_%s for values from (%L) to (%L)',
    suffix, low || tail, high || tail);
  execute format('alter table job_done attach partition job_done_%s for values from (%L) to (%L)', suffix, low, high);
  return true;
end $$;

select make_event_day((now() at time zone 'UTC')::date + n) from generate_series(-3, 3) n;

-- Dead letters.
create table job_parked (
  job_id text primary key,
  job text not null,
  event_id uuid not null,
  reason text not null,
  runs integer not null,
  parked_at timestamptz not null default now()
);

-- Jobs whose process ended during a run.
create table job_suspects (
  job_id text primary key,
  runs integer not null
);

-- Next time of each recurring event.
create table schedule_ticks (
  name text primary key,
  due_at timestamptz not null
);
