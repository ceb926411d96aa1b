import type { Migration } from '../migrate.ts';

/** Indexes for statements of pages and sweeps whose cost grew with the installation. */
export const growthIndexes: Migration = {
  name: '0066-growth-indexes',
  up: async (trx) => {
    await trx.raw(`
      create index emails_sent on emails (sent_at) where sent_at is not null;

      create function tag_keys(account uuid, tags text[]) returns text[] language sql immutable strict parallel safe as $$
        select coalesce(array_agg(account::text || ' ' || lower(tag)), '{}') from unnest(tags) as own (tag)
      $$;
      create index compositions_tag_keys on compositions using gin (tag_keys(account_id, tags)) with (fastupdate = off)
        where deleted_at is null;

      drop index compositions_project;
      create index compositions_project on compositions (project_id) where project_id is not null;

      drop index assets_list;
      create index assets_list on assets (account_id, created_at desc, id) where deleted_at is null;
      create index assets_of_kind on assets (account_id, type, created_at desc, id) where deleted_at is null;
    `);
  },
};
