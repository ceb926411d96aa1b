-- An export with `account_id` is that of a workspace, else that of a user. `progress` is in per cent.
alter table account_exports add column account_id uuid references accounts (id) on delete cascade;
alter table account_exports add column progress smallint not null default 0;
alter table account_exports add column failed_at timestamptz;
create index account_exports_workspace on account_exports (account_id, created_at desc) where account_id is not null;

-- Imports of workspace archives. `report` and `error` are messages that pages translate. `key` is the archive
-- in the object store until the import ends. `started_at` is the time at which its files began to be written.
create table workspace_imports (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  upload_id text unique,
  name text not null,
  key text unique,
  size bigint not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'checking', 'files', 'scenes', 'completed', 'failed')),
  progress smallint not null default 0,
  report jsonb not null default '[]',
  error jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz
);
create index workspace_imports_account on workspace_imports (account_id, created_at desc);
create index workspace_imports_user on workspace_imports (user_id);
create unique index workspace_imports_running on workspace_imports (account_id)
  where status not in ('completed', 'failed');
