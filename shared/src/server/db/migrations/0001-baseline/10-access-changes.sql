-- Changed access rights of which gateways are to be notified. Triggers record them in the transaction of the
-- change, regardless of the code that makes it.
create table access_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('session', 'person', 'scene', 'account')),
  subject uuid not null
);

create function access_change_0() returns trigger language plpgsql as $$
begin
  insert into access_changes (kind, subject) values ('session', new.id);
  return null;
end $$;
create trigger access_change_0 after update on sessions
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function access_change_0();

create function access_change_1() returns trigger language plpgsql as $$
begin
  insert into access_changes (kind, subject) values ('person', coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger access_change_1 after insert or delete or update on account_members
  for each row execute function access_change_1();

create function access_change_2() returns trigger language plpgsql as $$
begin
  insert into access_changes (kind, subject) values ('person', coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger access_change_2 after insert or delete or update on project_members
  for each row execute function access_change_2();

create function access_change_3() returns trigger language plpgsql as $$
begin
  insert into access_changes (kind, subject) values ('person', coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger access_change_3 after insert or delete or update on composition_members
  for each row execute function access_change_3();

create function access_change_4() returns trigger language plpgsql as $$
begin
  insert into access_changes (kind, subject) values ('scene', new.id);
  return null;
end $$;
create trigger access_change_4 after update on compositions
  for each row
  when (
    (old.deleted_at is null) <> (new.deleted_at is null) or old.project_id is distinct from new.project_id
    or old.key_version <> new.key_version or old.privacy <> new.privacy or old.status <> new.status
    or old.sharing <> new.sharing
  )
  execute function access_change_4();

create function access_change_5() returns trigger language plpgsql as $$
begin
  insert into access_changes (kind, subject) values ('scene', old.id);
  return null;
end $$;
create trigger access_change_5 after delete on compositions
  for each row execute function access_change_5();

create function access_change_6() returns trigger language plpgsql as $$
begin
  insert into access_changes (kind, subject) values ('account', new.id);
  return null;
end $$;
create trigger access_change_6 after update on accounts
  for each row
  when (
    old.is_active <> new.is_active or old.owner_id is distinct from new.owner_id or old.plan <> new.plan
    or old.referral_joined <> new.referral_joined
  )
  execute function access_change_6();

-- Visitors hold URLs of the files of the previous output.
create function access_change_published() returns trigger language plpgsql as $$
begin
  insert into access_changes (kind, subject) values ('scene', new.id);
  return null;
end $$;
create trigger access_change_published after update on compositions
  for each row
  when (old.published_output_id is distinct from new.published_output_id) execute function access_change_published();
