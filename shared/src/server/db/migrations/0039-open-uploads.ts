import type { Migration } from '../migrate.ts';

/**
 * Unfinished uploads: their owner, their size and the process that writes to them, so that any gateway can
 * continue them.
 */
export const openUploads: Migration = {
  name: '0039-open-uploads',
  up: async (trx) => {
    await trx.raw(
      `create table open_uploads (
         id text primary key,
         owner_id uuid not null references users (id) on delete cascade,
         size bigint not null,
         created_at timestamptz not null default now(),
         writer uuid,
         writer_until timestamptz,
         is_wanted boolean not null default false)`,
    );
    await trx.raw('create index open_uploads_owner on open_uploads (owner_id)');
    await trx.raw('create index open_uploads_created on open_uploads (created_at)');
  },
};
