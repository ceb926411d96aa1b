import type { Migration } from '../migrate.ts';

/** Scheduled backups and the rehearsals of restoring them. */
export const backupRuns: Migration = {
  name: '0075-backup-runs',
  up: async (trx) => {
    await trx.raw(`
      create table backup_runs (
        id uuid primary key,
        kind text not null check (kind in ('backup', 'rehearsal')),
        due_at timestamptz not null,
        finished_at timestamptz,
        -- Why the last attempt failed; null after a whole one.
        failure text,
        -- Moment of the database that the backup holds.
        taken_at timestamptz,
        objects integer,
        bytes bigint,
        unique (kind, due_at)
      )
    `);
  },
};
