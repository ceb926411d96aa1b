import { LIBRARY_ACCOUNT_ID, LIBRARY_USER_ID } from '../../../domain/library.ts';
import type { Migration } from '../migrate.ts';

/** The shared library, and the workspace that owns it. */
export const libraryTables: Migration = {
  name: '0010-library',
  up: async (trx) => {
    await trx.raw(`
      alter table accounts add column is_library boolean not null default false;

      create table library_items (
        id uuid primary key,
        kind text not null check (kind in ('model', 'material', 'texture', 'hdri')),
        account_id uuid not null references accounts (id) on delete cascade,
        asset_id uuid references assets (id) on delete cascade,
        material jsonb,
        name text not null,
        names jsonb not null default '{}',
        description text,
        category_id uuid,
        tags text[] not null default '{}',
        credit_author text,
        credit_licence text,
        credit_url text,
        is_published boolean not null default true,
        thumbnail_object uuid references objects (id) on delete set null,
        seed_key text unique,
        position integer not null default 0,
        created_by uuid references users (id) on delete set null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check ((kind = 'material') = (material is not null)),
        check ((kind = 'material') = (asset_id is null))
      );
      create index library_items_shelf on library_items (account_id, kind, position, created_at desc);
      create index library_items_asset on library_items (asset_id) where asset_id is not null;
      create index library_items_thumbnail on library_items (thumbnail_object) where thumbnail_object is not null;

      create table library_seeds (
        version integer primary key,
        requested_at timestamptz not null default now()
      );
    `);
    await trx('users').insert({
      id: LIBRARY_USER_ID,
      name: 'Diorama',
      email: 'library@diorama.invalid',
      avatar_color: '#6FA3F5',
    });
    await trx('accounts').insert({
      id: LIBRARY_ACCOUNT_ID,
      owner_id: LIBRARY_USER_ID,
      name: 'Diorama',
      plan: 'enterprise',
      has_completed_tour: true,
      has_completed_onboarding: true,
      is_library: true,
    });
  },
};
