import type { Migration } from '../migrate.ts';

/** Workspace that an unfinished upload counts against, and the time of its last activity. */
export const reservedUploads: Migration = {
  name: '0064-reserved-uploads',
  up: async (trx) => {
    await trx.raw(`
      alter table open_uploads add column account_id uuid, add column touched_at timestamptz not null default now();
      create index open_uploads_account on open_uploads (account_id);`);
  },
};
