-- An inactive workspace that was not suspended is being removed. `overflown_since` is the time since which it
-- has exceeded its plan: after a year its public scenes are paused. `overdue_notices` counts the notices to
-- its owner, after 11 and 12 months. `waits_for_money` marks a closed workspace with payments in flight.
create table accounts (
  id uuid primary key,
  owner_id uuid not null references users (id),
  name text not null,
  industry text,
  logo_object uuid,
  is_active boolean not null default true,
  plan text not null default 'free',
  plan_price uuid,
  plan_expires_at timestamptz,
  subscription_status smallint not null default 1,
  storage_used bigint not null default 0 check (storage_used >= 0),
  referral_joined integer not null default 0,
  tags text[] not null default '{}',
  has_completed_tour boolean not null default false,
  has_completed_onboarding boolean not null default false,
  created_at timestamptz not null default now(),
  unit text not null default 'm' check (unit in ('mm', 'cm', 'm', 'inch', 'feet')),
  locale text not null default 'en',
  watermark_asset uuid,
  storage_notice smallint not null default 0 check (storage_notice between 0 and 2),
  is_library boolean not null default false,
  suspended_at timestamptz,
  suspended_by uuid references users (id) on delete set null,
  storage_checked_at timestamptz,
  period_start timestamptz,
  period_paid integer not null default 0 check (period_paid >= 0),
  credit integer not null default 0 check (credit >= 0),
  renew_at timestamptz,
  renew_tries smallint not null default 0,
  last_order uuid,
  waits_for_money boolean not null default false,
  overflown_since timestamptz,
  overdue_notices smallint not null default 0 check (overdue_notices between 0 and 2),
  overdue_told_at timestamptz,
  logo_wished uuid,
  suspended_reason text
);
create index accounts_by_words on accounts using gin (name gin_trgm_ops) with (fastupdate = off);
create index accounts_expiring on accounts (plan_expires_at) where plan_expires_at is not null;
create index accounts_last_order on accounts (last_order) where last_order is not null;
create index accounts_logo on accounts (logo_object) where logo_object is not null;
create index accounts_logo_wished on accounts (logo_wished) where logo_wished is not null;
create index accounts_newest on accounts (created_at desc, id desc);
create index accounts_overdue on accounts (overflown_since) where overflown_since is not null;
create index accounts_owner on accounts (owner_id);
create index accounts_renewing on accounts (renew_at) where renew_at is not null;
create index accounts_storage_checked on accounts (storage_checked_at desc) where storage_checked_at is not null;
create index accounts_suspended on accounts (suspended_at desc, id desc) where suspended_at is not null;
create index accounts_suspended_by on accounts (suspended_by) where suspended_by is not null;
create index accounts_waiting_for_money on accounts (id) where waits_for_money;
create index accounts_watermark_asset on accounts (watermark_asset) where watermark_asset is not null;

create table account_members (
  account_id uuid not null references accounts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('admin', 'guest')),
  created_at timestamptz not null default now(),
  role_since timestamptz not null default now(),
  primary key (account_id, user_id)
);
create index account_members_user on account_members (user_id);

create table projects (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  name_key text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (account_id, name_key)
);
create index projects_list on projects (account_id, created_at desc, id desc);

create table project_members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role smallint not null check (role in (0, 1)),
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

-- Every user with a grant is a member. Triggers maintain the rows, regardless of the code that granted it.
-- `listed_as` is the name in sorted pages of members.
create table members (
  id uuid default gen_random_uuid() primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  listed_as text collate natural_order not null default ''
);
create unique index members_email on members (account_id, email) where user_id is null;
create index members_list on members (account_id, (user_id is null), listed_as, id);
create index members_of_user on members (user_id) where user_id is not null;
create unique index members_user on members (account_id, user_id) where user_id is not null;

create function keep_member(account uuid, person uuid) returns void language sql as $$
  insert into members (account_id, user_id, email)
  select account, u.id, u.email from users u
  where u.id = person and not exists (select 1 from accounts a where a.id = account and a.owner_id = person)
  on conflict (account_id, user_id) where user_id is not null do nothing;
$$;

create function account_members_keep() returns trigger language plpgsql as $$
begin
  perform keep_member(new.account_id, new.user_id);
  return null;
end $$;
create trigger account_members_keep after insert on account_members
  for each row execute function account_members_keep();

create function project_members_keep() returns trigger language plpgsql as $$
begin
  perform keep_member(p.account_id, new.user_id) from projects p where p.id = new.project_id;
  return null;
end $$;
create trigger project_members_keep after insert on project_members
  for each row execute function project_members_keep();

create function members_list_as() returns trigger language plpgsql as $$
begin
  new.listed_as := coalesce((select u.name from users u where u.id = new.user_id), new.email);
  return new;
end $$;
create trigger members_list_as before insert or update of user_id, email on members
  for each row execute function members_list_as();

create function users_list_as() returns trigger language plpgsql as $$
begin
  update members set listed_as = new.name where user_id = new.id;
  return null;
end $$;
create trigger users_list_as after update of name on users
  for each row when (old.name is distinct from new.name) execute function users_list_as();

create table invitations (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  member_id uuid references members (id) on delete cascade,
  email text not null,
  role smallint not null check (role between 0 and 3),
  subject text not null check (subject in ('compositions', 'projects', 'accounts')),
  entity_ids uuid[] not null check (cardinality(entity_ids) > 0),
  is_request boolean not null default false,
  created_by uuid references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  mailed_at timestamptz,
  expires_at timestamptz not null,
  expired_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references users (id) on delete set null,
  declined_at timestamptz
);
create index invitations_account on invitations (account_id, created_at desc);
create index invitations_due on invitations (expires_at) where accepted_at is null;
create index invitations_entities on invitations using gin (entity_ids);
create index invitations_member on invitations (member_id);

create table tags (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  name_key text not null,
  color text not null,
  created_at timestamptz not null default now(),
  unique (account_id, name_key)
);

create table referrals (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  referrer_id uuid not null references users (id) on delete cascade,
  email text not null,
  joined_user_id uuid references users (id) on delete set null unique,
  joined_at timestamptz,
  created_at timestamptz not null default now(),
  unique (account_id, email)
);
create index referrals_email on referrals (email);
create index referrals_joined on referrals (account_id, joined_at, id) where joined_at is not null;
create index referrals_list on referrals (account_id, created_at desc, id);

-- Credit for an invited user waits for a confirmed address.
create table pending_credits (
  user_id uuid primary key references users (id) on delete cascade,
  referrer_id uuid not null references users (id) on delete cascade,
  network_hash bytea not null,
  joined_at timestamptz not null default now()
);
create index pending_credits_referrer on pending_credits (referrer_id);

-- Credit is given once per mailbox, and once per network and day. The mailbox is stored as a hash only.
create table referral_credits (
  mailbox_hash bytea primary key,
  account_id uuid references accounts (id) on delete set null,
  network_hash bytea,
  joined_at timestamptz not null
);
create index referral_credits_account on referral_credits (account_id, joined_at);
create index referral_credits_network on referral_credits (joined_at) where network_hash is not null;
