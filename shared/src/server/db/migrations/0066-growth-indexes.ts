import type { Migration } from '../migrate.ts';

/** Indexes for statements of pages and sweeps whose cost grew with the installation. */
export const growthIndexes: Migration = {
  name: '0066-growth-indexes',
  up: async (trx) => {
    await trx.raw(`
      create index emails_sent on emails (sent_at) where sent_at is not null;

      create function tag_keys(tags text[]) returns text[] language sql immutable strict parallel safe as $$
        select coalesce(array_agg(lower(tag)), '{}') from unnest(tags) as own (tag)
      $$;
      create index compositions_tag_keys on compositions using gin (tag_keys(tags)) with (fastupdate = off)
        where deleted_at is null;

      drop index assets_list;
      create index assets_list on assets (account_id, created_at desc, id) where deleted_at is null;
      create index assets_of_kind on assets (account_id, type, created_at desc, id) where deleted_at is null;
    `);
  },
};
