-- Components in a library. Each version is a row that never changes; `asset_ids` are the files that it names.
alter table library_items drop constraint library_items_kind_check;
alter table library_items add constraint library_items_kind_check
  check (kind in ('model', 'material', 'texture', 'hdri', 'font', 'component'));
do $$
declare named text;
begin
  for named in select conname from pg_constraint where conrelid = 'library_items'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%asset_id IS NULL%' loop
    execute format('alter table library_items drop constraint %I', named);
  end loop;
end $$;
alter table library_items add constraint library_items_file_check
  check ((kind in ('material', 'component')) = (asset_id is null));

create table library_versions (
  id uuid primary key,
  item_id uuid not null references library_items (id) on delete cascade,
  number integer not null check (number > 0),
  document jsonb not null,
  note text,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  asset_ids uuid[] not null generated always as (coalesce(named_assets(document::text), '{}')) stored,
  unique (item_id, number)
);
create index library_versions_assets on library_versions using gin (asset_ids) with (fastupdate = off)
  where asset_ids <> '{}';
create index library_versions_author on library_versions (created_by) where created_by is not null;
