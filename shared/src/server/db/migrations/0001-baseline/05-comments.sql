-- A visitor of a public link is stored by the entered name only. `number` is the sequence number of a thread
-- in its scene. A trigger fills in the workspace, for pages of all its comments.
create table comments (
  id uuid primary key,
  composition_id uuid not null references compositions (id) on delete cascade,
  parent_id uuid references comments (id) on delete cascade,
  author_id uuid references users (id) on delete set null,
  text text not null,
  mentions uuid[] not null default '{}',
  anchor jsonb,
  snapshot_asset uuid references assets (id) on delete set null,
  resolved_at timestamptz,
  resolved_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  active_at timestamptz not null default now(),
  deleted_at timestamptz,
  account_id uuid not null references accounts (id) on delete cascade,
  visitor_name text,
  number integer
);
create index comments_author on comments (author_id);
create index comments_deleted on comments (deleted_at) where deleted_at is not null;
create index comments_list on comments (account_id, active_at desc, id)
  where parent_id is null and deleted_at is null;
create index comments_mentions on comments using gin (mentions) where deleted_at is null;
create index comments_news on comments (composition_id, updated_at) where deleted_at is null;
create index comments_numbers on comments (composition_id, number) where number is not null;
create index comments_parent on comments (parent_id) where parent_id is not null;
create index comments_scene on comments (composition_id, created_at, id) where deleted_at is null;
create index comments_snapshot on comments (snapshot_asset) where snapshot_asset is not null;
create index comments_threads on comments (composition_id, active_at desc)
  where parent_id is null and deleted_at is null;
create index comments_visitors on comments (composition_id, created_at) where visitor_name is not null;

create function comments_account() returns trigger language plpgsql as $$
begin
  new.account_id := (select c.account_id from compositions c where c.id = new.composition_id);
  if new.parent_id is null then
    new.number := 1 + coalesce(
      (select max(k.number) from comments k where k.composition_id = new.composition_id and k.number is not null), 0);
  end if;
  return new;
end $$;
create trigger comments_account before insert on comments
  for each row execute function comments_account();

-- A stored response of an idempotency key contains the comment's text: when the text is deleted or changed,
-- the response is deleted too. The key is deleted as well, as a running request would store its response
-- later. A retry creates no second comment, because its id is derived from the key.
create function forget_comment_answers() returns trigger language plpgsql as $$
begin
  delete from idempotency_keys
  where route in ('createComment', 'createVisitorComment')
    and (user_id = old.author_id or (old.author_id is null and composition_id = old.composition_id))
    and (status is null or strpos(answer, old.id::text) > 0);
  return null;
end $$;
create trigger comments_forget_answers after delete or update of text on comments
  for each row when (old.text <> '') execute function forget_comment_answers();

-- Recipients of digest mails.
create table comment_notices (
  user_id uuid not null references users (id) on delete cascade,
  comment_id uuid not null references comments (id) on delete cascade,
  due_at timestamptz not null,
  primary key (user_id, comment_id)
);
create index comment_notices_comment on comment_notices (comment_id);
create index comment_notices_due on comment_notices (due_at);

-- A user has read a scene up to a mark, and single threads beyond it.
create table scene_reads (
  user_id uuid not null references users (id) on delete cascade,
  composition_id uuid not null references compositions (id) on delete cascade,
  read_until timestamptz not null,
  primary key (user_id, composition_id)
);
create index scene_reads_composition on scene_reads (composition_id);

create table thread_reads (
  user_id uuid not null references users (id) on delete cascade,
  composition_id uuid not null,
  thread_id uuid not null references comments (id) on delete cascade,
  read_until timestamptz not null,
  primary key (user_id, composition_id, thread_id)
);
create index thread_reads_thread on thread_reads (thread_id);

-- Not used. The migration after this one drops it.
create table comment_reads (
  user_id uuid not null,
  comment_id uuid not null,
  primary key (user_id, comment_id)
);
