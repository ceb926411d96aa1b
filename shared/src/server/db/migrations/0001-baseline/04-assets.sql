-- `fence` and `import_round` number the runs and the imports of a file, so that results of an earlier one are
-- ignored. `turn` is the turn of the import in the queue. `wants_original` and `shows_original` differ while
-- a requested form is processed.
create table assets (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  composition_id uuid references compositions (id) on delete set null,
  created_by uuid references users (id) on delete set null,
  type smallint not null,
  upload_type text,
  name text not null,
  size bigint not null,
  status text not null default 'uploaded' check (status in ('uploaded', 'processing', 'ready', 'failed')),
  progress smallint not null default 0,
  fence integer not null default 0,
  original_object uuid references objects (id) on delete set null,
  main_object uuid references objects (id) on delete set null,
  mobile_object uuid references objects (id) on delete set null,
  thumbnail_object uuid references objects (id) on delete set null,
  report jsonb,
  error_code text,
  error_detail text,
  extra jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  failed_at timestamptz,
  deleted_at timestamptz,
  upload_id text unique,
  turn integer not null default 0,
  wants_original boolean not null default false,
  shows_original boolean not null default false,
  import_rules smallint not null default 0,
  import_round integer not null default 0
);
create index assets_composition on assets (composition_id) where composition_id is not null;
create index assets_failed on assets (failed_at) where status = 'failed';
create index assets_list on assets (account_id, created_at desc, id) where deleted_at is null;
create index assets_main on assets (main_object);
create index assets_mobile on assets (mobile_object);
create index assets_of_comments on assets (created_at) where upload_type = 'comment' and deleted_at is null;
create index assets_of_kind on assets (account_id, type, created_at desc, id) where deleted_at is null;
create index assets_of_materials on assets (created_at) where upload_type = 'material' and deleted_at is null;
create index assets_old_pictures on assets (id)
  where import_rules < 1 and status = 'ready' and deleted_at is null and main_object = original_object;
create index assets_original on assets (original_object);
create index assets_queue on assets (created_at) where status in ('uploaded', 'processing');
create index assets_shelf on assets (account_id, type, created_at desc, id)
  where deleted_at is null and status = 'ready';
create index assets_thumbnail on assets (thumbnail_object);
alter table accounts add constraint accounts_watermark_asset_fkey
  foreign key (watermark_asset) references assets (id) on delete set null;

-- Ids of the assets that a text names.
create function named_assets(words text) returns uuid[] language sql immutable parallel safe strict as $$
  select coalesce(array_agg(distinct found[1]::uuid), '{}')
  from regexp_matches(words, '/api/assets/([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g') as found
$$;

-- `map_ids` are the textures of a library material.
create table library_items (
  id uuid primary key,
  kind text not null check (kind in ('model', 'material', 'texture', 'hdri', 'font')),
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
  map_ids uuid[] not null generated always as (coalesce(named_assets(material::text), '{}')) stored,
  check ((kind = 'material') = (material is not null)),
  check ((kind = 'material') = (asset_id is null))
);
create index library_items_asset on library_items (asset_id) where asset_id is not null;
create index library_items_list on library_items (account_id, kind, created_at desc, id);
create index library_items_maps on library_items using gin (map_ids) with (fastupdate = off) where map_ids <> '{}';
create index library_items_shelf on library_items (account_id, kind, position, created_at desc);
create index library_items_thumbnail on library_items (thumbnail_object) where thumbnail_object is not null;

create table library_seeds (
  version integer primary key,
  requested_at timestamptz not null default now()
);

-- Unfinished uploads: their owner, their size and the process that writes to them, so that any gateway can
-- continue them. `account_id` is the workspace that they count against.
create table open_uploads (
  id text primary key,
  owner_id uuid not null references users (id) on delete cascade,
  size bigint not null,
  created_at timestamptz not null default now(),
  writer uuid,
  writer_until timestamptz,
  is_wanted boolean not null default false,
  account_id uuid,
  touched_at timestamptz not null default now()
);
create index open_uploads_account on open_uploads (account_id);
create index open_uploads_created on open_uploads (created_at);
create index open_uploads_owner on open_uploads (owner_id);

-- Results of the storage check.
create table storage_corrections (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  corrected bigint not null,
  found_at timestamptz not null default now()
);
create index storage_corrections_account on storage_corrections (account_id);
create index storage_corrections_newest on storage_corrections (found_at desc);
