import type { CommentAnchor } from '../../contract/comment-anchor.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';

/** A comment in a visitor thread. */
export type VisitorCommentRow = {
  id: string;
  parent_id: string | null;
  name: string | null;
  is_visitor: boolean;
  text: string;
  anchor: CommentAnchor | null;
  is_resolved: boolean;
  created_at: string;
};

const COLUMNS = `
  k.id, k.parent_id, coalesce(k.visitor_name, u.name) as name, k.visitor_name is not null as is_visitor, k.text, k.anchor,
    k.resolved_at is not null as is_resolved, k.created_at`;

/** Maximum number of replies returned per thread, the newest. */
const MAX_ANSWERS = 200;

/**
 * Comments in the most recently active visitor threads, oldest first.
 * @param most total limit: first comments of the threads, and the newest replies
 */
export async function listVisitorComments(
  db: Knex,
  { compositionId, threads, most }: { compositionId: string; threads: number; most: number },
): Promise<VisitorCommentRow[]> {
  return readQuery<VisitorCommentRow>(
    db,
    'visitor-comments',
    `with shown as (
       select t.id from comments t
       where t.composition_id = $1 and t.parent_id is null and t.visitor_name is not null and t.deleted_at is null
       order by t.active_at desc, t.id limit $2)
     select ${COLUMNS} from (
       select said.* from shown
       cross join lateral (
         (select x.* from comments x where x.id = shown.id)
         union all
         (select x.* from comments x where x.parent_id = shown.id and x.deleted_at is null
          order by x.created_at desc, x.id desc limit ${MAX_ANSWERS})) said
       order by said.parent_id is not null, said.created_at desc, said.id desc limit $3) k
     left join users u on u.id = k.author_id and u.deleted_at is null
     order by k.created_at, k.id`,
    [compositionId, threads, most],
  );
}

/** One comment as visitors read it; null when it was deleted. */
export async function findVisitorComment(db: Knex, id: string): Promise<VisitorCommentRow | null> {
  const rows = await readQuery<VisitorCommentRow>(
    db,
    'visitor-comment',
    `select ${COLUMNS} from comments k left join users u on u.id = k.author_id and u.deleted_at is null
     where k.id = $1 and k.deleted_at is null`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Filters scenes that show visitors some of these comments. Scenes of deleted comments are included, as
 * their author is unknown.
 */
export async function listScenesOfVisitorTalk(
  db: Knex,
  { comments, scenes }: { comments: readonly string[]; scenes: readonly string[] },
): Promise<string[]> {
  const rows = await readQuery<{ id: string }>(
    db,
    'visitor-talk-scenes',
    `select distinct k.composition_id as id from comments k left join comments t on t.id = k.parent_id
     where k.id = any ($1) and k.composition_id = any ($2)
       and (k.deleted_at is not null or coalesce(t.visitor_name, k.visitor_name) is not null)`,
    [comments, scenes],
  );
  return rows.map(({ id }) => id);
}

/** Number of visitor comments on a scene within a day. */
export async function countVisitorComments(db: Knex, compositionId: string): Promise<number> {
  const rows = await readQuery<{ count: number }>(
    db,
    'visitor-comments-count',
    `select count(*)::int as count from comments
     where composition_id = $1 and visitor_name is not null and created_at > now() - interval '1 day'`,
    [compositionId],
  );
  return rows[0]?.count ?? 0;
}
