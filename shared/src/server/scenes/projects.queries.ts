import { assertFound, CodedError } from '../../contract/errors.ts';
import { MAX_PROJECTS } from '../../contract/projects.ts';
import { assertRowRoom } from '../db/assert-row-room.ts';
import type { Knex } from '../db/knex.ts';
import { isUniqueViolation } from '../db/transaction.ts';
import { recordLive, recordLives } from '../delivery/live-events.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';

/** A project with its scenes that are not in the trash. */
export type ProjectRow = {
  id: string;
  account_id: string;
  name: string;
  created_at: string;
  composition_ids: string[];
};

/** A project with facts about a user for authorization. */
export type ProjectOfPerson = ProjectRow & {
  account_is_active: boolean;
  account_role: 'owner' | 'admin' | 'guest' | null;
  member_role: 0 | 1 | null;
};

const COLUMNS = `p.id, p.account_id, p.name, p.created_at,
  (select coalesce(array_agg(c.id::text order by c.updated_at desc), '{}') from compositions c
   where c.project_id = p.id and c.deleted_at is null) as composition_ids`;

const JOINS = `join accounts a on a.id = p.account_id
  left join account_members am on am.account_id = a.id and am.user_id = :user
  left join project_members pm on pm.project_id = p.id and pm.user_id = :user`;
const OF_PERSON = `select ${COLUMNS}, a.is_active as account_is_active,
    case when a.owner_id = :user then 'owner' else am.role end as account_role, pm.role as member_role
  from projects p ${JOINS}`;

/** One project as a user sees it. */
export async function findProject(db: Knex, id: string, userId: string): Promise<ProjectOfPerson | null> {
  const { rows } = await db.raw<{ rows: ProjectOfPerson[] }>(`${OF_PERSON} where p.id = :id`, {
    id,
    user: userId,
  });
  return rows[0] ?? null;
}

/** Filter of a project list. */
export type ProjectFilter = {
  userId: string;
  /** Workspace of the projects; null for projects that workspaces of others share with the user. */
  accountId: string | null;
  newestFirst: boolean;
  limit: number;
  offset: number;
};

/** Shared projects are looked up by user; projects in managed workspaces are excluded. */
const SHARED = `p.id = any (array(select project_id from project_members where user_id = :user))
  and not coalesce(a.owner_id = :user or am.role = 'admin', false)`;

/** A page of projects with the total. */
export async function listProjects(
  db: Knex,
  filter: ProjectFilter,
): Promise<{ rows: ProjectOfPerson[]; total: number }> {
  const order = filter.newestFirst ? 'desc' : 'asc';
  const where = filter.accountId === null ? SHARED : 'p.account_id = :account';
  const values = { user: filter.userId, account: filter.accountId };
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: ProjectOfPerson[] }>(
      `${OF_PERSON} where ${where} order by p.created_at ${order}, p.id ${order} limit :limit offset :offset`,
      { ...values, limit: filter.limit, offset: filter.offset },
    ),
    db.raw<{ rows: { count: number }[] }>(
      `select count(*)::bigint as count from projects p ${JOINS} where ${where}`,
      values,
    ),
  ]);
  return { rows, total: counted.rows[0]?.count ?? 0 };
}

/**
 * Creates a project; its name is unique in the workspace, case-insensitively.
 * @throws CodedError `project.exists`; `request.invalid` for a workspace with {@link MAX_PROJECTS}
 */
export async function createProject(
  db: Knex,
  project: { accountId: string; name: string; userId: string },
): Promise<string> {
  const id = uuidv7();
  await db.transaction(async (trx) => {
    await assertRowRoom(trx, {
      table: 'projects',
      where: { account_id: project.accountId },
      most: MAX_PROJECTS,
      field: 'name',
      code: 'project.limit',
    });
    const inserted = await trx('projects')
      .insert({
        id,
        account_id: project.accountId,
        name: project.name,
        name_key: projectKey(project.name),
        created_by: project.userId,
      })
      .onConflict(['account_id', 'name_key'])
      .ignore()
      .returning('id');
    if (inserted.length === 0) {
      throw projectExists();
    }
    await recordLive(trx, { topic: 'project', id, type: 'created', accountId: project.accountId });
  });
  return id;
}

/**
 * Renames a project.
 * @throws CodedError `project.exists`, `request.not-found` when it was deleted meanwhile.
 */
export async function renameProject(trx: Knex, project: { id: string; name: string }): Promise<void> {
  let renamed: { account_id: string }[];
  try {
    renamed = await trx('projects')
      .where({ id: project.id })
      .update({ name: project.name, name_key: projectKey(project.name) })
      .returning('account_id');
  } catch (error) {
    throw isUniqueViolation(error) ? projectExists() : error;
  }
  const [row] = renamed;
  assertFound(row);
  await recordLive(trx, { topic: 'project', id: project.id, type: 'updated', accountId: row.account_id });
}

/** Deletes a project; its scenes stay without one. */
export async function deleteProject(db: Knex, project: { id: string; accountId: string }): Promise<void> {
  const { id, accountId } = project;
  await db.transaction(async (trx) => {
    // Waits for concurrent moves of scenes, which lock the project's row.
    const locked = await trx('projects').where({ id }).forUpdate().first('id');
    if (!locked) {
      return;
    }
    const members: { user_id: string }[] = await trx('project_members')
      .where({ project_id: id })
      .select('user_id');
    const scenes: { id: string }[] = await trx('compositions').where({ project_id: id }).select('id');
    const ids = scenes.map((scene) => scene.id);
    await trx('projects').where({ id }).delete();
    await recordLive(trx, { topic: 'project', id, type: 'deleted', accountId });
    await recordLives(trx, { topic: 'composition', ids, type: 'updated', accountId });
    for (const { user_id: userId } of members) {
      await recordLive(trx, { topic: 'project', id, type: 'deleted', accountId: null, userId });
    }
  });
}

/**
 * Prevents the deletion of a project while a scene is moved into it. @throws CodedError `request.not-found`.
 */
export async function lockProject(trx: Knex, accountId: string, projectId: string | null): Promise<void> {
  if (projectId === null) {
    return;
  }
  assertFound(
    await trx('projects').where({ id: projectId, account_id: accountId }).forKeyShare().first('id'),
  );
}

function projectKey(name: string): string {
  return name.toLowerCase();
}

function projectExists(): CodedError {
  return new CodedError('project.exists', { violations: [{ propertyPath: 'name', code: 'project.exists' }] });
}
