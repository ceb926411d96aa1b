import { managedAccounts } from '../db/conditions.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';

/** Maximum number of unread threads that the badge counts. */
export const MAX_COUNTED_UNREAD = 100;
/** Maximum number of unread comments per scene that the badge reads, the newest. */
const MAX_PER_SCENE = 1_000;

/**
 * Scalar subquery of the time up to which a user has read a scene: their mark, or the beginning of their
 * access.
 * @param person - placeholder of the user id
 * @param scene - expression of the scene id
 */
export const readUntil = (person: string, scene: string) => `(
  select coalesce(greatest(s.read_until, least(
      case when a.owner_id = ${person} then '-infinity'::timestamptz end, am.role_since, cm.created_at, pm.created_at)),
      '-infinity')
    from compositions c join accounts a on a.id = c.account_id
    left join scene_reads s on s.composition_id = c.id and s.user_id = ${person}
    left join account_members am on am.account_id = a.id and am.user_id = ${person} and am.role = 'admin'
    left join composition_members cm on cm.composition_id = c.id and cm.user_id = ${person}
    left join project_members pm on pm.project_id = c.project_id and pm.user_id = ${person}
    where c.id = ${scene})`;

/**
 * Condition for an unread comment: by another author, and newer than the marks of its scene and its thread.
 * `offset 0` keeps the mark of the thread a look-up by its key.
 * @param comment - alias of the comment
 * @param until - expression of `readUntil` for its scene
 */
export const isUnread = (person: string, comment: string, until: string) => `(
  ${comment}.author_id is distinct from ${person} and ${comment}.updated_at > ${until}
  and not exists (select 1 from thread_reads r where r.user_id = ${person} and r.composition_id = ${comment}.composition_id
    and r.thread_id = coalesce(${comment}.parent_id, ${comment}.id) and r.read_until >= ${comment}.updated_at offset 0))`;

/** Scenes shared with a user, as an array of ids, because the planner overestimates a subquery. */
export const sharedScenes = (person: string) => `array(
  select composition_id from composition_members where user_id = ${person}
  union select s.id from compositions s join project_members p on p.project_id = s.project_id where p.user_id = ${person})`;

/** Scenes that a user may see. */
export const visibleScenes = (person: string) => `
  select c.id from compositions c
  join accounts a on a.id = c.account_id and a.is_active
  where c.deleted_at is null
    and (c.account_id = any (array(${managedAccounts(person)})) or c.id = any (${sharedScenes(person)}))`;

/** Scenes that a user may see, with the time up to which each is read; looked up by user. */
const scenesReadUntil = (person: string) => `
  select v.id, greatest(s.read_until, v.since) as until
  from (
    select g.id, min(g.since) as since from (
      select c.id, '-infinity'::timestamptz as since
        from accounts a join compositions c on c.account_id = a.id and c.deleted_at is null
        where a.owner_id = ${person} and a.is_active
      union all select c.id, m.role_since
        from account_members m join accounts a on a.id = m.account_id and a.is_active
        join compositions c on c.account_id = a.id and c.deleted_at is null
        where m.user_id = ${person} and m.role = 'admin'
      union all select c.id, m.created_at
        from composition_members m join compositions c on c.id = m.composition_id and c.deleted_at is null
        join accounts a on a.id = c.account_id and a.is_active where m.user_id = ${person}
      union all select c.id, m.created_at
        from project_members m join compositions c on c.project_id = m.project_id and c.deleted_at is null
        join accounts a on a.id = c.account_id and a.is_active where m.user_id = ${person}) g
    group by g.id) v
  left join scene_reads s on s.user_id = ${person} and s.composition_id = v.id`;

/** Unread comments of a user on all visible scenes; `offset 0` keeps it a look-up, scene by scene. */
export const unreadComments = (person: string) => `
  select x.id, x.thread_id, x.composition_id, x.updated_at
  from (${scenesReadUntil(person)}) v cross join lateral (
    select x.id, coalesce(x.parent_id, x.id) as thread_id, x.composition_id, x.updated_at from comments x
    where x.composition_id = v.id and x.deleted_at is null and ${isUnread(person, 'x', 'v.until')} offset 0) x`;

/**
 * Number of threads with unread comments of a user, at most `MAX_COUNTED_UNREAD`: on all visible scenes, or
 * on one of them.
 */
export async function countUnreadThreads(
  db: Knex,
  { userId, compositionId }: { userId: string; compositionId: string | null },
): Promise<number> {
  const scenes =
    compositionId === null
      ? scenesReadUntil('$1')
      : `select $2::uuid as id, ${readUntil('$1', '$2')} as until`;
  const rows = await readQuery<{ threads: number }>(
    db,
    compositionId === null ? 'unread-threads' : 'unread-threads-of-scene',
    `select count(*)::int as threads from (
       select 1 from (${scenes}) v cross join lateral (
         select distinct n.thread_id from (
           select coalesce(x.parent_id, x.id) as thread_id from comments x
           where x.composition_id = v.id and x.deleted_at is null and ${isUnread('$1', 'x', 'v.until')}
           order by x.updated_at desc limit ${MAX_PER_SCENE}) n) t
       limit ${MAX_COUNTED_UNREAD}) counted`,
    compositionId === null ? [userId] : [userId, compositionId],
  );
  return rows[0]?.threads ?? 0;
}
