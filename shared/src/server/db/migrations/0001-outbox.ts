import type { Migration } from '../migrate.ts';

/**
 * Domain events and the state of their jobs. An event waits in `outbox` until its jobs are queued, and stays
 * in `outbox_published` until it is `settled`: each of its jobs has a row in `job_done` (or, for a dead
 * letter, in `job_parked`). The tables are separate because waiting events are inserted in bulk and must have
 * no index but the key.
 */
export const outboxTables: Migration = {
  name: '0001-events',
  up: async (trx) => {
    await trx.raw(`
      create table outbox (
        id uuid primary key,
        name text not null,
        payload jsonb not null,
        created_at timestamptz not null default now()
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

      create table outbox_published (
        id uuid primary key,
        name text not null,
        payload jsonb not null,
        created_at timestamptz not null,
        published_at timestamptz not null,
        publishes integer not null,
        check_at timestamptz not null,
        settled_at timestamptz
      );
      create index outbox_published_open on outbox_published (check_at) where settled_at is null;
      create index outbox_published_settled on outbox_published (settled_at) where settled_at is not null;

      create table job_done (
        job_id text primary key,
        dedupe_key text,
        started_at timestamptz,
        done_at timestamptz not null default now()
      );
      create index job_done_at on job_done (done_at);
      create index job_done_dedupe on job_done (dedupe_key, started_at) where dedupe_key is not null;

      create table job_parked (
        job_id text primary key,
        job text not null,
        event_id uuid not null,
        reason text not null,
        runs integer not null,
        parked_at timestamptz not null default now()
      );

      create table job_suspects (
        job_id text primary key,
        runs integer not null
      );

      create table schedule_ticks (
        name text primary key,
        due_at timestamptz not null
      );

      create function outbox_wake() returns trigger language plpgsql as $$
      begin
        perform pg_notify('outbox', '');
        return null;
      end $$;
      create trigger outbox_wake after insert on outbox for each statement execute function outbox_wake();
    `);
  },
};
