import type { Migration } from '../migrate.ts';

/**
 * Data for operators: live processes, suspensions of workspaces, and results of the storage check. An
 * inactive workspace that was not suspended is being removed. The trigram indexes have no pending list, which
 * would make the planner read whole tables.
 */
export const operatorTables: Migration = {
  name: '0014-operators',
  up: async (trx) => {
    await trx.raw(`
      create extension if not exists pg_trgm;

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
        seen_at timestamptz not null
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

      alter table accounts
        add column suspended_at timestamptz,
        add column suspended_by uuid references users (id) on delete set null,
        add column storage_checked_at timestamptz;
      update accounts set suspended_at = now()
      where not is_active and owner_id in (select id from users where deleted_at is null);
      create index accounts_newest on accounts (created_at desc, id desc);
      create index accounts_suspended on accounts (suspended_at desc, id desc) where suspended_at is not null;
      create index accounts_suspended_by on accounts (suspended_by) where suspended_by is not null;
      create index accounts_storage_checked on accounts (storage_checked_at desc) where storage_checked_at is not null;
      create index accounts_by_words on accounts using gin (name gin_trgm_ops) with (fastupdate = off);
      create index users_by_words on users
        using gin ((name || ' ' || coalesce(last_name, '') || ' ' || email) gin_trgm_ops) with (fastupdate = off);

      create table storage_corrections (
        id bigint generated always as identity primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        corrected bigint not null,
        found_at timestamptz not null default now()
      );
      create index storage_corrections_newest on storage_corrections (found_at desc);
      create index storage_corrections_account on storage_corrections (account_id);
    `);
  },
};
