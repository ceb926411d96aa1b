import type { Migration } from '../migrate.ts';

/**
 * Replaces the row per user and comment by one mark per user and scene, and one per thread that was read
 * out of order. Comments from before a user's access count as read by the age of the membership, which needs
 * no triggers.
 *
 * `comment_reads` stays for one release, without references, for processes that are not replaced yet.
 */
export const commentMarks: Migration = {
  name: '0065-comment-marks',
  up: async (trx) => {
    await trx.raw(TABLES);
    await trx.raw(SCENE_MARKS);
    await trx.raw(THREAD_MARKS);
    await trx.raw(OLD_FORM);
  },
};

const TABLES = `
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

  alter table account_members add column role_since timestamptz not null default now();
  update account_members set role_since = created_at;

  drop index comments_scene;
  create index comments_scene on comments (composition_id, created_at, id) where deleted_at is null;
  create index comments_news on comments (composition_id, updated_at) where deleted_at is null;
  create index comments_mentions on comments using gin (mentions) where deleted_at is null;`;

/** Marks each scene up to the last comment before the first unread one. */
const SCENE_MARKS = `
  insert into scene_reads (user_id, composition_id, read_until)
  select seen.user_id, seen.composition_id, mark.until
  from (select distinct r.user_id, k.composition_id from comment_reads r join comments k on k.id = r.comment_id) seen
  left join lateral (
    select x.updated_at from comments x
    where x.composition_id = seen.composition_id and x.deleted_at is null and x.author_id is distinct from seen.user_id
      and not exists (select 1 from comment_reads r where r.user_id = seen.user_id and r.comment_id = x.id)
    order by x.updated_at limit 1) unread on true
  cross join lateral (
    select max(x.updated_at) as until from comments x
    where x.composition_id = seen.composition_id and x.deleted_at is null
      and x.updated_at < coalesce(unread.updated_at, 'infinity')) mark
  where mark.until is not null;`;

/** Marks the threads that were read after the first unread comment of their scene. */
const THREAD_MARKS = `
  insert into thread_reads (user_id, composition_id, thread_id, read_until)
  select seen.user_id, seen.composition_id, seen.thread_id, mark.until
  from (
    select distinct r.user_id, k.composition_id, coalesce(k.parent_id, k.id) as thread_id
    from comment_reads r join comments k on k.id = r.comment_id and k.deleted_at is null
    left join scene_reads s on s.user_id = r.user_id and s.composition_id = k.composition_id
    where s.read_until is null or k.updated_at > s.read_until) seen
  left join lateral (
    select min(x.updated_at) as at from comments x
    where (x.id = seen.thread_id or x.parent_id = seen.thread_id) and x.deleted_at is null
      and x.author_id is distinct from seen.user_id
      and not exists (select 1 from comment_reads r where r.user_id = seen.user_id and r.comment_id = x.id)) unread on true
  cross join lateral (
    select max(x.updated_at) as until from comments x
    where (x.id = seen.thread_id or x.parent_id = seen.thread_id) and x.deleted_at is null
      and x.updated_at < coalesce(unread.at, 'infinity')) mark
  where mark.until is not null;`;

const OLD_FORM = `
  drop trigger composition_members_read on composition_members;
  drop trigger project_members_read on project_members;
  drop trigger account_members_read on account_members;
  drop function composition_members_read();
  drop function project_members_read();
  drop function account_members_read();
  drop function sees_scene(uuid, compositions);
  alter table comment_reads drop constraint comment_reads_user_id_fkey, drop constraint comment_reads_comment_id_fkey;
  drop index comment_reads_comment;`;
