import type { Migration } from '../migrate.ts';

/**
 * Published events and completed jobs are partitioned by the day of their event, so that deleting a day drops
 * two tables instead of deleting millions of rows. The id contains the day: an event's id is a uuid of
 * version 7, which begins with its time, and a job's id begins with its event's. So a job belongs to one
 * partition at any completion time, and its key is unique over all of them. Ids of a day without a partition
 * go to `…_rest`.
 *
 * Commits no longer notify, as a notification locks the whole database. `done_at` is removed: only the
 * previous release used it, to delete rows by ctid, which is ambiguous in a partitioned table.
 */
export const eventDays: Migration = {
  name: '0020-event-days',
  up: async (trx) => {
    await trx.raw(`
      drop trigger outbox_wake on outbox;
      drop function outbox_wake();
      drop trigger live_wake on live_events;
      drop function live_wake();

      create table outbox_refused (
        id uuid primary key,
        name text not null,
        payload jsonb not null,
        created_at timestamptz not null,
        reason text not null,
        refused_at timestamptz not null default now()
      );

      lock table outbox_published, job_done in access exclusive mode;
      create temp table published_before on commit drop as
        select * from outbox_published where settled_at is null or settled_at > now() - interval '24 hours';
      create temp table done_before on commit drop as
        select job_id, dedupe_key, started_at, done_at from job_done;
      drop table outbox_published;
      drop table job_done;

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

      -- The beginning that no id of an earlier day reaches and every id of that day or a later one does.
      create function event_day_bound(day date) returns text language sql immutable as $$
        select substr(hex, 1, 8) || '-' || substr(hex, 9) from
          (select lpad(to_hex((extract(epoch from day::timestamp) * 1000)::bigint), 12, '0') as hex) as time
      $$;

      -- Made apart and attached, so that others go on reading and writing meanwhile; what lies in the rest moves in.
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
      insert into outbox_published select * from published_before;
      insert into job_done select * from done_before;
    `);
  },
};
