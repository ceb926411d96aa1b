import type { Knex } from '../db/knex.ts';
import { recordLivesFor, recordReset } from '../delivery/live-events.queries.ts';
import { isUnread, readUntil, unreadComments } from './unread-comments.queries.ts';

/**
 * Above this number of comments read at once, the reader's other windows reload instead of receiving each
 * change.
 */
const MAX_READ_IDS = 10;

/** Comments marked as read by one call: their number, and enough ids to decide whether each is published. */
type Read = { count: number; ids: string[] };

/** Marks a thread as read for a user. */
export async function readThread(
  db: Knex,
  target: { threadId: string; scene: { id: string }; userId: string },
): Promise<void> {
  const values = { user: target.userId, thread: target.threadId, scene: target.scene.id };
  await db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: Read[] }>(
      `with said as (
         select x.id, x.updated_at, ${isUnread(':user', 'x', 'r.until')} as unread
         from comments x cross join (select ${readUntil(':user', ':scene')} as until) r
         where x.deleted_at is null and (x.id = :thread or x.parent_id = :thread)),
       marked as (
         insert into thread_reads (user_id, composition_id, thread_id, read_until)
         select :user, :scene, :thread, max(updated_at) from said having bool_or(unread)
         on conflict (user_id, composition_id, thread_id)
           do update set read_until = greatest(thread_reads.read_until, excluded.read_until))
       ${summaryOf('select id from said where unread')}`,
      values,
    );
    await advanceSceneMark(trx, values);
    await notifyReader(trx, target.userId, rows[0]);
  });
}

/**
 * Marks all comments on visible scenes as read for a user. @returns the number of formerly unread comments.
 */
export async function readEverything(db: Knex, userId: string): Promise<number> {
  return db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: Read[] }>(
      `with unread as materialized (${unreadComments(':user')}),
       marked as (
         insert into scene_reads (user_id, composition_id, read_until)
         select :user, composition_id, max(updated_at) from unread group by composition_id
         on conflict (user_id, composition_id)
           do update set read_until = greatest(scene_reads.read_until, excluded.read_until)
         returning composition_id, read_until),
       settled as (
         delete from thread_reads t using marked m
         where t.user_id = :user and t.composition_id = m.composition_id and t.read_until <= m.read_until)
       ${summaryOf('select id from unread')}`,
      { user: userId },
    );
    await notifyReader(trx, userId, rows[0]);
    return rows[0]?.count ?? 0;
  });
}

const summaryOf = (read: string) => `
  select count(*)::int as count, (array_agg(id::text))[1:${MAX_READ_IDS}] as ids from (${read}) read`;

/**
 * Advances the mark of a scene to its first unread comment and deletes the marks of threads below it, so that
 * only threads that were read out of order keep one.
 */
async function advanceSceneMark(trx: Knex, values: { user: string; scene: string }): Promise<void> {
  await trx.raw(
    `with unread as (
       select x.updated_at from (select ${readUntil(':user', ':scene')} as until) r join comments x on x.composition_id = :scene
       where x.deleted_at is null and ${isUnread(':user', 'x', 'r.until')}
       order by x.updated_at limit 1),
     mark as (
       select x.updated_at as until from comments x
       where x.composition_id = :scene and x.deleted_at is null
         and x.updated_at < coalesce((select updated_at from unread), 'infinity')
       order by x.updated_at desc limit 1),
     moved as (
       insert into scene_reads (user_id, composition_id, read_until) select :user, :scene, until from mark
       on conflict (user_id, composition_id)
         do update set read_until = greatest(scene_reads.read_until, excluded.read_until)
       returning read_until)
     delete from thread_reads t using moved m
     where t.user_id = :user and t.composition_id = :scene and t.read_until <= m.read_until`,
    values,
  );
}

/** Notifies only the reader's other windows, as the read state is private. */
async function notifyReader(trx: Knex, userId: string, read: Read | undefined): Promise<void> {
  if (!read || read.count === 0) {
    return;
  }
  if (read.count > MAX_READ_IDS) {
    await recordReset(trx, userId);
    return;
  }
  await recordLivesFor(trx, userId, { topic: 'comment', type: 'updated', ids: read.ids });
}
