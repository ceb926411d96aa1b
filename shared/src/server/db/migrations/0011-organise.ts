import type { Migration } from '../migrate.ts';

/** Tags of workspaces, and an index for each order in which scenes are listed. */
export const organise: Migration = {
  name: '0011-organise',
  up: async (trx) => {
    // Sorts "Scene 2" before "Scene 10", and "árbol" next to "Arbol".
    await trx.raw(`create collation if not exists natural_order (provider = icu, locale = 'und-u-kn-true')`);
    await trx.raw(`
      create table tags (
        id uuid primary key,
        account_id uuid not null references accounts (id) on delete cascade,
        name text not null,
        name_key text not null,
        color text not null,
        created_at timestamptz not null default now(),
        unique (account_id, name_key)
      );
      insert into tags (id, account_id, name, name_key, color)
        select gen_random_uuid(), a.id, given.name, lower(given.name), 'grey'
        from accounts a, unnest(a.tags) as given (name)
        on conflict do nothing;

      create index compositions_by_creation on compositions (account_id, created_at desc, id) where deleted_at is null;
      create index compositions_by_name on compositions (account_id, name collate natural_order, id) where deleted_at is null;
      create index compositions_of_project on compositions (project_id, updated_at desc, id) where deleted_at is null;
      create index compositions_in_trash on compositions (account_id, deleted_at desc, id) where deleted_at is not null;
      create index compositions_tags on compositions using gin (tags) where deleted_at is null;
      create index assets_composition on assets (composition_id) where composition_id is not null;
    `);
  },
};
