import { CodedError } from '../../../contract/errors.ts';
import { uuidv7 } from '../../ids.ts';
import type { Knex } from '../knex.ts';

/** A project with the scenes in it that are not in the trash. */
export type ProjectRow = {
  id: string;
  account_id: string;
  name: string;
  created_at: string;
  composition_ids: string[];
};

const COLUMNS = `p.id, p.account_id, p.name, p.created_at,
  (select coalesce(array_agg(c.id::text order by c.updated_at desc), '{}') from compositions c
   where c.project_id = p.id and c.deleted_at is null) as composition_ids`;

/** One project. */
export async function findProject(db: Knex, id: string): Promise<ProjectRow | null> {
  const { rows } = await db.raw<{ rows: ProjectRow[] }>(`select ${COLUMNS} from projects p where p.id = ?`, [
    id,
  ]);
  return rows[0] ?? null;
}

/** A page of a workspace's projects and how many there are. */
export async function listProjects(
  db: Knex,
  filter: { accountId: string; newestFirst: boolean; limit: number; offset: number },
): Promise<{ rows: ProjectRow[]; total: number }> {
  const order = filter.newestFirst ? 'desc' : 'asc';
  const [{ rows }, counts] = await Promise.all([
    db.raw<{ rows: ProjectRow[] }>(
      `select ${COLUMNS} from projects p where p.account_id = ? order by p.created_at ${order}, p.id ${order} limit ? offset ?`,
      [filter.accountId, filter.limit, filter.offset],
    ),
    db('projects').where({ account_id: filter.accountId }).count<{ count: number }[]>('id as count'),
  ]);
  return { rows, total: counts[0]?.count ?? 0 };
}

/**
 * Creates a project; its name is unique in the workspace without regard to case.
 * @throws CodedError `project.exists`.
 */
export async function createProject(
  db: Knex,
  project: { accountId: string; name: string; userId: string },
): Promise<string> {
  const id = uuidv7();
  const inserted = await db('projects')
    .insert({
      id,
      account_id: project.accountId,
      name: project.name,
      name_key: project.name.toLocaleLowerCase('en'),
      created_by: project.userId,
    })
    .onConflict(['account_id', 'name_key'])
    .ignore()
    .returning('id');
  if (inserted.length === 0) {
    throw new CodedError('project.exists', {
      violations: [{ propertyPath: 'name', code: 'project.exists', message: 'Project already exists' }],
    });
  }
  return id;
}
