-- Stored files, by their content.
create table objects (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  sha256 bytea not null,
  key text not null unique,
  size bigint not null,
  content_type text not null,
  created_at timestamptz not null default now(),
  unique (account_id, sha256)
);
create index objects_age on objects (created_at);

-- Tags as words of an index, with their workspace.
create function tag_keys(account uuid, tags text[]) returns text[] language sql immutable parallel safe strict as $$
  select coalesce(array_agg(account::text || ' ' || lower(tag)), '{}') from unnest(tags) as own (tag)
$$;

-- `tour` holds the annotations in tour order, readable without the document.
create table compositions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  project_id uuid references projects (id) on delete set null,
  name text not null,
  description text,
  privacy text not null default 'private' check (privacy in ('private', 'public', 'password')),
  password_hash text,
  status text not null default 'draft' check (status in ('draft', 'published')),
  category_id uuid,
  tags text[] not null default '{}',
  extra jsonb,
  sharing jsonb not null default '{}',
  key_version integer not null default 1,
  revision bigint not null default 0,
  published_output_id uuid,
  thumbnail_object uuid references objects (id) on delete set null,
  thumbnail_revision bigint,
  nodes integer not null default 0,
  triangles bigint not null default 0,
  created_by uuid references users (id) on delete set null,
  updated_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  tour text[] not null default '{}',
  overflow_notified_at timestamptz
);
create index compositions_by_creation on compositions (account_id, created_at desc, id) where deleted_at is null;
create index compositions_by_name on compositions (account_id, name collate natural_order, id)
  where deleted_at is null;
create index compositions_in_trash on compositions (account_id, deleted_at desc, id) where deleted_at is not null;
create index compositions_list on compositions (account_id, updated_at desc, id) where deleted_at is null;
create index compositions_of_project on compositions (project_id, updated_at desc, id) where deleted_at is null;
create index compositions_project on compositions (project_id) where project_id is not null;
create index compositions_published_output_id on compositions (published_output_id)
  where published_output_id is not null;
create index compositions_tag_keys on compositions using gin (tag_keys(account_id, tags)) with (fastupdate = off)
  where deleted_at is null;
create index compositions_tags on compositions using gin (tags) where deleted_at is null;
create index compositions_thumbnail on compositions (thumbnail_object) where thumbnail_object is not null;
create index compositions_trash on compositions (deleted_at) where deleted_at is not null;
create index compositions_without_output on compositions (id)
  where status = 'published' and published_output_id is null and deleted_at is null;
create index compositions_without_picture on compositions (updated_at)
  where deleted_at is null and thumbnail_revision is distinct from revision;

-- `merged_updates` is the number of updates in the snapshot, so that a gateway can detect missing ones.
create table composition_documents (
  composition_id uuid primary key references compositions (id) on delete cascade,
  snapshot bytea not null,
  document jsonb not null,
  merged_updates bigint not null default 0
);

-- Log of the updates that are not merged yet. `replaces` marks an update that restores a version, so that the
-- state before it is kept exactly.
create table composition_updates (
  composition_id uuid not null references compositions (id) on delete cascade,
  seq bigint generated always as identity,
  bytes bytea not null,
  user_id uuid,
  created_at timestamptz not null default now(),
  replaces boolean not null default false,
  primary key (composition_id, seq)
);

create table composition_members (
  composition_id uuid not null references compositions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role smallint not null check (role in (0, 1)),
  created_at timestamptz not null default now(),
  primary key (composition_id, user_id)
);
create index composition_members_user on composition_members (user_id);

create function composition_members_keep() returns trigger language plpgsql as $$
begin
  perform keep_member(c.account_id, new.user_id) from compositions c where c.id = new.composition_id;
  return null;
end $$;
create trigger composition_members_keep after insert on composition_members
  for each row execute function composition_members_keep();

-- Files of a scene. `file_settings` are the settings of sharing that they were made with, so that a changed
-- one counts as unpublished. Outputs without a value count as up to date.
create table scene_outputs (
  id uuid primary key,
  composition_id uuid not null references compositions (id) on delete cascade,
  requested_by uuid references users (id) on delete set null,
  revision bigint not null,
  document jsonb not null,
  asset_ids uuid[] not null default '{}',
  source_object uuid references objects (id) on delete set null,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'superseded')),
  step smallint not null default 0,
  progress smallint not null default 0,
  fence integer not null default 0,
  error_code text,
  error_detail text,
  glb_object uuid references objects (id) on delete set null,
  mobile_object uuid references objects (id) on delete set null,
  usdz_object uuid references objects (id) on delete set null,
  thumbnail_object uuid references objects (id) on delete set null,
  carousel_objects uuid[] not null default '{}',
  carousel_hd_objects uuid[] not null default '{}',
  stats jsonb,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  ar_placement text check (ar_placement in ('floor', 'wall')),
  ar_object uuid references objects (id) on delete set null,
  file_settings jsonb
);
create index scene_outputs_ar on scene_outputs (ar_object) where ar_object is not null;
create index scene_outputs_assets on scene_outputs using gin (asset_ids) where status = 'completed';
create index scene_outputs_glb on scene_outputs (glb_object) where glb_object is not null;
create index scene_outputs_mobile on scene_outputs (mobile_object) where mobile_object is not null;
create index scene_outputs_newest on scene_outputs (composition_id, created_at desc);
create unique index scene_outputs_one_queued on scene_outputs (composition_id) where status = 'queued';
create index scene_outputs_open on scene_outputs (created_at) where status in ('queued', 'running');
create index scene_outputs_queued on scene_outputs (composition_id) where status = 'queued';
create index scene_outputs_source on scene_outputs (source_object) where source_object is not null;
create index scene_outputs_thumbnail on scene_outputs (thumbnail_object) where thumbnail_object is not null;
create index scene_outputs_usdz on scene_outputs (usdz_object) where usdz_object is not null;
alter table compositions add constraint compositions_published_output
  foreign key (published_output_id) references scene_outputs (id) on delete set null;

-- `created_at` is the time of the scene's state, `taken_at` the time when it was stored.
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
  replaced boolean not null default false,
  check (automatic = (name is null))
);
create index scene_versions_author on scene_versions (created_by) where created_by is not null;
create index scene_versions_list on scene_versions (composition_id, created_at desc, id desc);
create index scene_versions_taken on scene_versions (composition_id, taken_at desc);
create index scene_versions_thumbnail on scene_versions (thumbnail_object) where thumbnail_object is not null;

-- Generated variations of scenes' pictures, and their results.
create table reimagines (
  id uuid primary key,
  composition_id uuid not null references compositions (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  created_by uuid references users (id) on delete set null,
  prompt text not null,
  style text,
  strength real not null,
  count smallint not null,
  status text not null default 'queued',
  image_object uuid references objects (id) on delete set null,
  candidate_objects uuid[] not null default '{}',
  error_code text,
  fence integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  depth_object uuid references objects (id) on delete set null
);
create index reimagines_account on reimagines (account_id, created_at);
create index reimagines_composition on reimagines (composition_id, created_at);
create index reimagines_created_by on reimagines (created_by);
create index reimagines_depth on reimagines (depth_object) where depth_object is not null;
create index reimagines_image on reimagines (image_object) where image_object is not null;

-- Daily visit counts of scenes. Devices are identified by a hash with a daily salt, so that they cannot be
-- tracked across days. Hashes are deleted with the salt.
create table scene_visit_days (
  composition_id uuid not null references compositions (id) on delete cascade,
  day date not null,
  views integer not null default 0,
  embeds integer not null default 0,
  devices integer not null default 0,
  seconds bigint not null default 0,
  annotation_opens integer not null default 0,
  ar_launches integer not null default 0,
  primary key (composition_id, day)
);

create table scene_visit_countries (
  composition_id uuid not null references compositions (id) on delete cascade,
  day date not null,
  country text not null,
  visits integer not null default 0,
  primary key (composition_id, day, country)
);

create table scene_visit_devices (
  composition_id uuid not null references compositions (id) on delete cascade,
  day date not null,
  device bytea not null,
  primary key (composition_id, day, device)
);
create index scene_visit_devices_day on scene_visit_devices (day);

create table scene_visit_salts (
  day date primary key,
  salt bytea not null
);
