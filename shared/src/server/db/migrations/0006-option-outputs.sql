-- Files of a combination of choices, made when a visitor first asks for it. `choices` names the choice of each
-- option by id, in a canonical form.
create table option_outputs (
  id uuid primary key,
  output_id uuid not null references scene_outputs (id) on delete cascade,
  choices text not null,
  status text not null default 'queued' check (status in ('queued', 'completed', 'failed')),
  glb_object uuid references objects (id) on delete set null,
  ar_object uuid references objects (id) on delete set null,
  usdz_object uuid references objects (id) on delete set null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  unique (output_id, choices)
);
create index option_outputs_glb on option_outputs (glb_object) where glb_object is not null;
create index option_outputs_ar on option_outputs (ar_object) where ar_object is not null;
create index option_outputs_usdz on option_outputs (usdz_object) where usdz_object is not null;
create index option_outputs_queued on option_outputs (output_id) where status = 'queued';

create function option_outputs_hold_objects() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from object_refs where held_by = 'option_outputs' and holder_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (
      select 'option_outputs', new.id, place, object from (values
        ('glb_object', new.glb_object),
        ('ar_object', new.ar_object),
        ('usdz_object', new.usdz_object)
      ) as named (place, object)
    ) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;
  end if;
  return null;
end $$;
create trigger option_outputs_hold_objects after insert or delete or update of glb_object, ar_object, usdz_object
  on option_outputs
  for each row execute function option_outputs_hold_objects();
