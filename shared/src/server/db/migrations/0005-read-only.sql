-- Switch of the operators that lets people see everything and write nothing. At most one row; without one it is off.
create table read_only (
  id boolean primary key default true check (id),
  is_on boolean not null,
  switched_by uuid references users (id) on delete set null,
  switched_at timestamptz not null default now()
);
create index read_only_switched_by on read_only (switched_by);
