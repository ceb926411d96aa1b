import type { Migration } from '../migrate.ts';

/** Comments on scenes, their readers, and the recipients of digest mails. */
export const commentTables: Migration = {
  name: '0009-comments',
  up: async (trx) => {
    await trx.raw(`
      create table comments (
        id uuid primary key,
        composition_id uuid not null references compositions (id) on delete cascade,
        parent_id uuid references comments (id) on delete cascade,
        author_id uuid references users (id) on delete set null,
        text text not null,
        mentions uuid[] not null default '{}',
        anchor jsonb,
        snapshot_asset uuid references assets (id) on delete set null,
        resolved_at timestamptz,
        resolved_by uuid references users (id) on delete set null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        active_at timestamptz not null default now(),
        deleted_at timestamptz
      );
      create index comments_threads on comments (composition_id, active_at desc)
        where parent_id is null and deleted_at is null;
      create index comments_scene on comments (composition_id, created_at) where deleted_at is null;
      create index comments_parent on comments (parent_id) where parent_id is not null;
      create index comments_author on comments (author_id);
      create index comments_snapshot on comments (snapshot_asset) where snapshot_asset is not null;
      create index comments_deleted on comments (deleted_at) where deleted_at is not null;

      create table comment_reads (
        user_id uuid not null references users (id) on delete cascade,
        comment_id uuid not null references comments (id) on delete cascade,
        primary key (user_id, comment_id)
      );
      create index comment_reads_comment on comment_reads (comment_id);

      create table comment_notices (
        user_id uuid not null references users (id) on delete cascade,
        comment_id uuid not null references comments (id) on delete cascade,
        due_at timestamptz not null,
        primary key (user_id, comment_id)
      );
      create index comment_notices_due on comment_notices (due_at);
      create index comment_notices_comment on comment_notices (comment_id);
    `);
  },
};
