-- References to files. `object_refs` records which row references which stored object, `composition_assets`
-- which scene uses which asset: in its document, in an edit that is not merged into it yet, in a version, or
-- in the source of an output. Triggers maintain both, regardless of the code that changes a row.

-- There is no foreign key to `objects`: a user's picture may outlive the workspace it was uploaded into, and
-- a plain row is cheap.
create table object_refs (
  object_id uuid not null,
  held_by text not null,
  holder_id uuid not null,
  place text not null,
  primary key (object_id, held_by, holder_id, place)
);
create index object_refs_holder on object_refs (held_by, holder_id);

create function users_hold_objects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from object_refs where held_by = 'users' and holder_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (
      select 'users', new.id, place, object from (values
        ('avatar_object', new.avatar_object),
        ('avatar_wished', new.avatar_wished)
      ) as named (place, object)
    ) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;
  end if;
  return null;
end $$;
create trigger users_hold_objects after insert or delete or update of avatar_object, avatar_wished on users
  for each row execute function users_hold_objects();

create function accounts_hold_objects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from object_refs where held_by = 'accounts' and holder_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (
      select 'accounts', new.id, place, object from (values
        ('logo_object', new.logo_object),
        ('logo_wished', new.logo_wished)
      ) as named (place, object)
    ) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;
  end if;
  return null;
end $$;
create trigger accounts_hold_objects after insert or delete or update of logo_object, logo_wished on accounts
  for each row execute function accounts_hold_objects();

create function compositions_hold_objects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from object_refs where held_by = 'compositions' and holder_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (
      select 'compositions', new.id, place, object from (values
        ('thumbnail_object', new.thumbnail_object)
      ) as named (place, object)
    ) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;
  end if;
  return null;
end $$;
create trigger compositions_hold_objects after insert or delete or update of thumbnail_object on compositions
  for each row execute function compositions_hold_objects();

create function scene_outputs_hold_objects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from object_refs where held_by = 'scene_outputs' and holder_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (
      select 'scene_outputs', new.id, place, object from (values
        ('source_object', new.source_object),
        ('glb_object', new.glb_object),
        ('mobile_object', new.mobile_object),
        ('ar_object', new.ar_object),
        ('usdz_object', new.usdz_object),
        ('thumbnail_object', new.thumbnail_object)
      ) as named (place, object)
      union all select 'scene_outputs', new.id, 'carousel_objects', unnest(new.carousel_objects)
      union all select 'scene_outputs', new.id, 'carousel_hd_objects', unnest(new.carousel_hd_objects)
    ) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;
  end if;
  return null;
end $$;
create trigger scene_outputs_hold_objects after insert or delete or update of
    source_object, glb_object, mobile_object, ar_object, usdz_object, thumbnail_object, carousel_objects, carousel_hd_objects
  on scene_outputs
  for each row execute function scene_outputs_hold_objects();

create function scene_versions_hold_objects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from object_refs where held_by = 'scene_versions' and holder_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (
      select 'scene_versions', new.id, place, object from (values
        ('thumbnail_object', new.thumbnail_object)
      ) as named (place, object)
    ) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;
  end if;
  return null;
end $$;
create trigger scene_versions_hold_objects after insert or delete or update of thumbnail_object on scene_versions
  for each row execute function scene_versions_hold_objects();

create function reimagines_hold_objects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from object_refs where held_by = 'reimagines' and holder_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (
      select 'reimagines', new.id, place, object from (values
        ('image_object', new.image_object),
        ('depth_object', new.depth_object)
      ) as named (place, object)
      union all select 'reimagines', new.id, 'candidate_objects', unnest(new.candidate_objects)
    ) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;
  end if;
  return null;
end $$;
create trigger reimagines_hold_objects after insert or delete or update of image_object, depth_object, candidate_objects
  on reimagines
  for each row execute function reimagines_hold_objects();

create function assets_hold_objects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from object_refs where held_by = 'assets' and holder_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (
      select 'assets', new.id, place, object from (values
        ('original_object', new.original_object),
        ('main_object', new.main_object),
        ('mobile_object', new.mobile_object),
        ('thumbnail_object', new.thumbnail_object)
      ) as named (place, object)
    ) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;
  end if;
  return null;
end $$;
create trigger assets_hold_objects after insert or delete or update of
    original_object, main_object, mobile_object, thumbnail_object
  on assets
  for each row execute function assets_hold_objects();

create function library_items_hold_objects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from object_refs where held_by = 'library_items' and holder_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (
      select 'library_items', new.id, place, object from (values
        ('thumbnail_object', new.thumbnail_object)
      ) as named (place, object)
    ) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;
  end if;
  return null;
end $$;
create trigger library_items_hold_objects after insert or delete or update of thumbnail_object on library_items
  for each row execute function library_items_hold_objects();

create function invoices_hold_objects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from object_refs where held_by = 'invoices' and holder_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (
      select 'invoices', new.id, place, object from (values
        ('document_object', new.document_object)
      ) as named (place, object)
    ) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;
  end if;
  return null;
end $$;
create trigger invoices_hold_objects after insert or delete or update of document_object on invoices
  for each row execute function invoices_hold_objects();

-- A reference of the document has neither `update_seq` nor `output_id` nor `version_id`. References of an
-- edit are deleted with it, in the transaction that merges it into the document.
create table composition_assets (
  composition_id uuid not null references compositions (id) on delete cascade,
  asset_id uuid not null references assets (id) on delete cascade,
  update_seq bigint,
  output_id uuid references scene_outputs (id) on delete cascade,
  version_id uuid references scene_versions (id) on delete cascade,
  constraint composition_assets_once
    unique nulls not distinct (asset_id, composition_id, update_seq, output_id, version_id),
  check (update_seq is null or output_id is null),
  check (version_id is null or update_seq is null and output_id is null)
);
create index composition_assets_now on composition_assets (composition_id)
  where update_seq is null and output_id is null and version_id is null;
create index composition_assets_output on composition_assets (output_id) where output_id is not null;
create index composition_assets_scene on composition_assets (composition_id, update_seq);
create index composition_assets_version on composition_assets (version_id) where version_id is not null;

-- An asset of another workspace, except the library's, never belongs to a scene, even if its document names
-- it.
create function own_assets(scene uuid, ids uuid[]) returns setof uuid language sql stable as $$
  select s.id from assets s join compositions c on c.id = scene
  where s.id = any (ids) and s.account_id in (c.account_id, '01900000-0000-7000-8000-0000000001ff')
$$;

create function documents_hold_assets() returns trigger language plpgsql as $$
declare named uuid[] := named_assets(new.document::text);
begin
  delete from composition_assets
    where composition_id = new.composition_id and update_seq is null and output_id is null and version_id is null
      and asset_id <> all (named);
  insert into composition_assets (composition_id, asset_id)
    select new.composition_id, own from own_assets(new.composition_id, named) as own on conflict do nothing;
  return null;
end $$;
create trigger documents_hold_assets after insert or update of document on composition_documents
  for each row execute function documents_hold_assets();

-- In the bytes of an edit, text is stored contiguously and unencoded.
create function updates_hold_assets() returns trigger language plpgsql as $$
begin
  insert into composition_assets (composition_id, asset_id, update_seq)
    select u.composition_id, own, u.seq
    from added u cross join lateral own_assets(u.composition_id, named_assets(encode(u.bytes, 'escape'))) as own
    where position('/api/assets/'::bytea in u.bytes) > 0
    on conflict do nothing;
  return null;
end $$;
create trigger updates_hold_assets after insert on composition_updates referencing new table as added
  for each statement execute function updates_hold_assets();

create function updates_let_assets_go() returns trigger language plpgsql as $$
begin
  delete from composition_assets e using removed u
    where e.composition_id = u.composition_id and e.update_seq = u.seq;
  return null;
end $$;
create trigger updates_let_assets_go after delete on composition_updates referencing old table as removed
  for each statement execute function updates_let_assets_go();

create function versions_hold_assets() returns trigger language plpgsql as $$
begin
  insert into composition_assets (composition_id, asset_id, version_id)
    select new.composition_id, own, new.id
    from own_assets(new.composition_id, named_assets(new.document::text)) as own on conflict do nothing;
  return null;
end $$;
create trigger versions_hold_assets after insert on scene_versions
  for each row execute function versions_hold_assets();

create function outputs_hold_assets() returns trigger language plpgsql as $$
begin
  insert into composition_assets (composition_id, asset_id, output_id)
    select new.composition_id, own, new.id from own_assets(new.composition_id, new.asset_ids) as own
    on conflict do nothing;
  return null;
end $$;
create trigger outputs_hold_assets after insert on scene_outputs
  for each row execute function outputs_hold_assets();
