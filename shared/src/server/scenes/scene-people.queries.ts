import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import type { UserRow } from '../people/person-json.ts';

/** Ids of the users who can see the scene `c` of the workspace `a`. */
const SEERS = `
  select a.owner_id as id
  union select m.user_id from account_members m where m.account_id = a.id and m.role = 'admin'
  union select m.user_id from composition_members m where m.composition_id = c.id
  union select m.user_id from project_members m where m.project_id = c.project_id`;

/**
 * Recipient of comment notices for the scene `c` of the workspace `a`: its author, or the owner where the
 * author cannot see it.
 */
export const SCENE_KEEPER = `case when exists (
    select 1 from (${SEERS}) s join users u on u.id = s.id where s.id = c.created_by and u.deleted_at is null)
  then c.created_by else a.owner_id end`;

/** Filters users who can see a scene. */
export async function listPeopleWhoSee(
  db: Knex,
  compositionId: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  const rows = await readQuery<{ id: string }>(
    db,
    'scene-seen-by',
    `select u.id from compositions c join accounts a on a.id = c.account_id
       cross join lateral (${SEERS}) s join users u on u.id = s.id
     where c.id = $1 and c.deleted_at is null and s.id = any ($2::uuid[]) and u.deleted_at is null`,
    [compositionId, userIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Users who can see a scene, by name. */
export async function listScenePeople(db: Knex, compositionId: string, limit: number): Promise<UserRow[]> {
  return readQuery<UserRow>(
    db,
    'scene-people',
    `select u.id, u.name, u.avatar_object, u.avatar_color
     from compositions c join accounts a on a.id = c.account_id
       cross join lateral (${SEERS}) s join users u on u.id = s.id
     where c.id = $1 and c.deleted_at is null and u.deleted_at is null
     order by lower(u.name), u.id limit $2`,
    [compositionId, limit],
  );
}
