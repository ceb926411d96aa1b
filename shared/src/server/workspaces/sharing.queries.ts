import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';

/** Facts about a project and a user for authorization. */
export type ProjectFactsRow = {
  id: string;
  account_id: string;
  account_is_active: boolean;
  account_role: 'owner' | 'admin' | 'guest' | null;
  member_role: 0 | 1 | null;
};

/** Facts about projects and a user, by project id. */
export function findProjectFacts(
  db: Knex,
  ids: readonly string[],
  userId: string,
): Promise<ProjectFactsRow[]> {
  return readQuery<ProjectFactsRow>(
    db,
    'project-facts',
    `select p.id, p.account_id, a.is_active as account_is_active,
       case when a.owner_id = $2 then 'owner' else am.role end as account_role, pm.role as member_role
     from projects p join accounts a on a.id = p.account_id
     left join account_members am on am.account_id = a.id and am.user_id = $2
     left join project_members pm on pm.project_id = p.id and pm.user_id = $2
     where p.id = any ($1::uuid[])`,
    [ids, userId],
  );
}
