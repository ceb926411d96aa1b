import type { CommentAnchor } from '../../contract/comment-anchor.ts';
import type { Privacy, SceneStatus } from '../../contract/compositions.ts';
import { type CommentState, MAX_COUNTED_THREADS } from '../../domain/comment-states.ts';
import { createConditions, managedAccounts } from '../db/conditions.ts';
import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage, readQuery } from '../db/read-query.ts';
import { personJson, type UserRow } from '../people/person-json.ts';
import {
  isUnread,
  readUntil,
  sharedScenes,
  unreadComments,
  visibleScenes,
} from './unread-comments.queries.ts';

/** A comment as one user sees it. */
export type CommentRow = {
  id: string;
  composition_id: string;
  parent_id: string | null;
  number: number | null;
  author: UserRow | null;
  visitor_name: string | null;
  text: string;
  mentions: UserRow[];
  anchor: CommentAnchor | null;
  snapshot_object: string | null;
  resolved_at: string | null;
  resolved_by: UserRow | null;
  created_at: string;
  updated_at: string;
  unread: boolean;
};

/** A thread with its scene and its latest comment. */
export type ThreadRow = CommentRow & {
  replies: number;
  unread_count: number;
  last_reply: { author: UserRow | null; visitor: string | null; text: string; created_at: string } | null;
  scene: {
    id: string;
    name: string;
    privacy: Privacy;
    status: SceneStatus;
    key_version: number;
    deleted_at: string | null;
    thumbnail_object: string | null;
    published_thumbnail: string | null;
    published_expired: boolean;
  };
};

const PERSON = personJson();

/**
 * Columns of a comment `k`. `$1` is the reader, the only one to see an own picture before its import ends;
 * `r.until` is the time up to which they have read the scene.
 */
const COLUMNS = `
  k.id, k.composition_id, k.parent_id, k.number, k.visitor_name, k.text, k.anchor, k.resolved_at, k.created_at, k.updated_at,
    (select ${PERSON} from users u where u.id = k.author_id) as author,
    (select ${PERSON} from users u where u.id = k.resolved_by) as resolved_by,
    (select coalesce(json_agg(${PERSON} order by array_position(k.mentions, u.id)), '[]')
      from users u where u.id = any (k.mentions)) as mentions,
    (select coalesce(s.main_object, case when s.created_by = $1 then s.original_object end) from assets s
      where s.id = k.snapshot_asset and s.deleted_at is null) as snapshot_object,
    ${isUnread('$1', 'k', 'r.until')} as unread`;

/** Whether the scene of a thread `t` is not in the trash; `offset 0` keeps it a look-up, thread by thread. */
const IS_LIVE =
  'exists (select 1 from compositions c where c.id = t.composition_id and c.deleted_at is null offset 0)';

/** States that columns of a thread `t` determine; other states are found from comments. */
const BY_COLUMN: Record<Exclude<CommentState, SetState>, string> = {
  open: 't.resolved_at is null',
  resolved: 't.resolved_at is not null',
};
type SetState = 'unread' | 'mine';

const isSetState = (state: CommentState | null): state is SetState => state === 'unread' || state === 'mine';

/** Ids of the threads on all scenes with comments that are unread, or by or about the reader. */
const EVERYWHERE: Record<SetState, string> = {
  unread: `select distinct u.thread_id from (${unreadComments('$1')}) u`,
  mine: `
    select coalesce(x.parent_id, x.id) from comments x
      where x.author_id = $1 and x.deleted_at is null and x.composition_id in (${visibleScenes('$1')})
    union select coalesce(x.parent_id, x.id) from comments x
      where x.mentions @> array[$1::uuid] and x.deleted_at is null and x.composition_id in (${visibleScenes('$1')})`,
};

/** The same for the scene `$2`. */
const IN_SCENE: Record<SetState, string> = {
  unread: `
    select distinct coalesce(x.parent_id, x.id)
    from (select ${readUntil('$1', '$2')} as until) u join comments x on x.composition_id = $2
    where x.deleted_at is null and ${isUnread('$1', 'x', 'u.until')}`,
  mine: `
    select distinct coalesce(x.parent_id, x.id) from comments x
    where x.composition_id = $2 and x.deleted_at is null and (x.author_id = $1 or $1 = any (x.mentions))`,
};

/**
 * Comments `k` of the scene `$2` whose threads have a state; for a set, they are looked up thread by thread.
 */
function commentsOf(state: CommentState | null): string {
  if (isSetState(state)) {
    return `(${IN_SCENE[state]}) t (id) cross join lateral (
      select x.* from comments x where x.id = t.id union all select x.* from comments x where x.parent_id = t.id) k`;
  }
  return state === null
    ? 'comments k'
    : `comments k join comments t on t.id = coalesce(k.parent_id, k.id) and ${BY_COLUMN[state]}`;
}

/** One comment that is not deleted. */
export async function findComment(db: Knex, id: string, userId: string): Promise<CommentRow | null> {
  const rows = await readQuery<CommentRow>(
    db,
    'comment-read',
    `select ${COLUMNS} from comments k cross join lateral (select ${readUntil('$1', 'k.composition_id')} as until) r
     where k.id = $2 and k.deleted_at is null`,
    [userId, id],
  );
  return rows[0] ?? null;
}

/** A page of a scene's comments, oldest first, with the total. */
export async function listComments(
  db: Knex,
  filter: {
    userId: string;
    compositionId: string;
    state: CommentState | null;
    limit: number;
    offset: number;
  },
): Promise<PageOf<CommentRow>> {
  const from = `from ${commentsOf(filter.state)} where k.composition_id = $2 and k.deleted_at is null`;
  const values = [filter.userId, filter.compositionId];
  return readPage<CommentRow>(db, {
    name: `comments ${filter.state}`,
    rows: [
      `with page as materialized (
         select k.* ${from} order by k.created_at, k.id limit $3 offset $4)
       select ${COLUMNS} from page k cross join (select ${readUntil('$1', '$2')} as until) r order by k.created_at, k.id`,
      [...values, filter.limit, filter.offset],
    ],
    total: [`select count(*)::bigint as total ${from} and $1::uuid is not null`, values],
  });
}

/** Maximum replies returned per thread, the oldest ones. */
const MAX_REPLIES = 1_000;

/** A page of whole threads of a scene with their replies, the most recently active first, with the total. */
export async function listWholeThreads(
  db: Knex,
  filter: { userId: string; compositionId: string; limit: number; offset: number },
): Promise<PageOf<CommentRow>> {
  const from = 'from comments t where t.composition_id = $2 and t.parent_id is null and t.deleted_at is null';
  return readPage<CommentRow>(db, {
    name: 'comments-by-thread',
    rows: [
      `with page as materialized (
         select t.id, t.active_at ${from} order by t.active_at desc, t.id limit $3 offset $4)
       ${WITH_REPLIES} order by page.active_at desc, page.id, k.created_at, k.id`,
      [filter.userId, filter.compositionId, filter.limit, filter.offset],
    ],
    total: [
      `select count(*)::bigint as total ${from} and $1::uuid is not null`,
      [filter.userId, filter.compositionId],
    ],
  });
}

/** Thread that a comment of a scene starts or belongs to, oldest first; empty where there is none. */
export function findThread(
  db: Knex,
  target: { userId: string; compositionId: string; commentId: string },
): Promise<CommentRow[]> {
  return readQuery<CommentRow>(
    db,
    'comments-of-thread',
    `with page as materialized (
       select t.id from comments k join comments t on t.id = coalesce(k.parent_id, k.id)
       where k.id = $3 and k.composition_id = $2 and k.deleted_at is null and t.deleted_at is null)
     ${WITH_REPLIES} order by k.created_at, k.id`,
    [target.userId, target.compositionId, target.commentId],
  );
}

const WITH_REPLIES = `
  select ${COLUMNS} from page cross join lateral (
    select x.* from comments x where x.id = page.id
    union all (select x.* from comments x where x.parent_id = page.id and x.deleted_at is null
      order by x.created_at, x.id limit ${MAX_REPLIES})) k
  cross join (select ${readUntil('$1', '$2')} as until) r`;

/** Filter of a thread overview. */
export type ThreadFilter = {
  userId: string;
  accountId: string | null;
  state: CommentState | null;
  limit: number;
  offset: number;
};

const SCENE = `json_build_object('id', c.id, 'name', c.name, 'privacy', c.privacy, 'status', c.status,
  'key_version', c.key_version, 'deleted_at', c.deleted_at, 'thumbnail_object', c.thumbnail_object,
  'published_thumbnail', o.thumbnail_object,
  'published_expired', coalesce((c.sharing ->> 'expiresAt')::timestamptz <= now(), false))`;

/**
 * A page of the threads on all scenes that a user may see, the most recently active first.
 * The total counts at most {@link MAX_COUNTED_THREADS} after the page.
 */
export async function listThreads(db: Knex, filter: ThreadFilter): Promise<PageOf<ThreadRow>> {
  const conditions = createConditions(filter.userId);
  conditions.add('a', filter.accountId, (it) => `t.account_id = ${it}`);
  const { values } = conditions;
  const name = [conditions.name, filter.state].join(' ');
  const candidates = candidatesOf(filter.state, conditions.sql);
  const [until, limit, offset] = [1, 2, 3].map((at) => `$${values.length + at}`);
  const order = 'order by t.active_at desc, t.id';
  const end = filter.limit + filter.offset;
  return readPage<ThreadRow>(db, {
    name: `threads ${name}`,
    rows: [
      `with page as (
         select t.id, t.active_at from (${candidates(`${order} limit ${until}`)}) t ${order} limit ${limit} offset ${offset})
       ${THREADS_OF_PAGE}`,
      [...values, end, filter.limit, filter.offset],
    ],
    total: [
      `select count(*)::bigint as total from (
         select from (${candidates(`limit ${until}`)}) t limit ${until}) counted`,
      [...values, end + MAX_COUNTED_THREADS],
    ],
  });
}

const THREADS_OF_PAGE = `
  select ${COLUMNS}, ${SCENE} as scene,
    (select count(*) from comments x where x.parent_id = k.id and x.deleted_at is null)::int as replies,
    (select count(*) from comments x where x.deleted_at is null and (x.id = k.id or x.parent_id = k.id)
      and ${isUnread('$1', 'x', 'r.until')})::int as unread_count,
    (select json_build_object('text', x.text, 'visitor', x.visitor_name, 'created_at', to_json(x.created_at), 'author',
        (select ${PERSON} from users u where u.id = x.author_id))
      from comments x where x.parent_id = k.id and x.deleted_at is null
      order by x.created_at desc, x.id desc limit 1) as last_reply
  from page join comments k on k.id = page.id
  join compositions c on c.id = k.composition_id
  left join scene_outputs o on o.id = c.published_output_id
  cross join lateral (select ${readUntil('$1', 'k.composition_id')} as until) r
  order by page.active_at desc, page.id`;

/** The query of the threads with a state, of which each source yields those that `newest` chooses. */
function candidatesOf(state: CommentState | null, filter: string): (newest: string) => string {
  if (isSetState(state)) {
    return (newest) =>
      `select t.id, t.active_at from (${EVERYWHERE[state]}) s (id)
       join comments t on t.id = s.id and t.deleted_at is null where ${filter} ${newest}`;
  }
  const where = [
    filter,
    't.parent_id is null',
    't.deleted_at is null',
    ...(state ? [BY_COLUMN[state]] : []),
  ].join(' and ');
  // Each workspace and each shared scene yields at most a page, along the index of its order.
  return (newest) => `
    select f.id, f.active_at from (${managedAccounts('$1')}) m join accounts a on a.id = m.id and a.is_active
      cross join lateral (
        select t.id, t.active_at from comments t where t.account_id = a.id and ${where} and ${IS_LIVE} ${newest}) f
    union
    select f.id, f.active_at from compositions c join accounts a on a.id = c.account_id and a.is_active
      cross join lateral (
        select t.id, t.active_at from comments t where t.composition_id = c.id and ${where} ${newest}) f
      where c.deleted_at is null and c.id = any (${sharedScenes('$1')})`;
}
