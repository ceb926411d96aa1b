import type { Migration } from '../migrate.ts';
import { keepObjects } from './0018-edges.ts';

/** Versions of scenes. Their files and pictures are kept like those of the scene. */
export const sceneVersions: Migration = {
  name: '0032-versions',
  up: async (trx) => {
    await trx.raw(VERSIONS);
    await trx.raw(EDGES);
    await trx.raw(keepObjects({ table: 'scene_versions', columns: ['thumbnail_object'], lists: [] }));
  },
};

/** `created_at` is the time of the scene's state, `taken_at` the time when it was stored. */
const VERSIONS = `
  create table scene_versions (
    id uuid primary key,
    composition_id uuid not null references compositions (id) on delete cascade,
    revision bigint not null,
    name text,
    automatic boolean not null,
    document jsonb not null,
    thumbnail_object uuid references objects (id) on delete set null,
    created_by uuid references users (id) on delete set null,
    created_at timestamptz not null,
    taken_at timestamptz not null default now(),
    check (automatic = (name is null))
  );
  create index scene_versions_list on scene_versions (composition_id, created_at desc, id desc);
  create index scene_versions_taken on scene_versions (composition_id, taken_at desc);
  create index scene_versions_thumbnail on scene_versions (thumbnail_object) where thumbnail_object is not null;
  create index scene_versions_author on scene_versions (created_by) where created_by is not null;`;

const EDGES = `
  alter table composition_assets
    add column version_id uuid references scene_versions (id) on delete cascade,
    drop constraint composition_assets_asset_id_composition_id_update_seq_outpu_key;
  alter table composition_assets
    add constraint composition_assets_once
      unique nulls not distinct (asset_id, composition_id, update_seq, output_id, version_id),
    add check (version_id is null or (update_seq is null and output_id is null));
  create index composition_assets_now on composition_assets (composition_id)
    where update_seq is null and output_id is null and version_id is null;
  create index composition_assets_version on composition_assets (version_id) where version_id is not null;

  create or replace function documents_hold_assets() returns trigger language plpgsql as $$
  declare named uuid[] := named_assets(new.document::text);
  begin
    delete from composition_assets
      where composition_id = new.composition_id and update_seq is null and output_id is null and version_id is null
        and asset_id <> all (named);
    insert into composition_assets (composition_id, asset_id)
      select new.composition_id, own from own_assets(new.composition_id, named) as own on conflict do nothing;
    return null;
  end $$;

  create function versions_hold_assets() returns trigger language plpgsql as $$
  begin
    insert into composition_assets (composition_id, asset_id, version_id)
      select new.composition_id, own, new.id
      from own_assets(new.composition_id, named_assets(new.document::text)) as own on conflict do nothing;
    return null;
  end $$;
  create trigger versions_hold_assets after insert on scene_versions
    for each row execute function versions_hold_assets();`;
