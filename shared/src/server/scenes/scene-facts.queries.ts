import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import type { CompositionRow } from './compositions.queries.ts';

/** Minimal facts about a scene for authorization. */
export type SceneFactsRow = Pick<
  CompositionRow,
  'id' | 'account_id' | 'project_id' | 'account_role' | 'member_role' | 'account_is_active' | 'deleted_at'
>;

/** Facts about many scenes and a user, in no certain order; unknown scenes are left out. */
export function listSceneFacts(db: Knex, ids: readonly string[], userId: string): Promise<SceneFactsRow[]> {
  return readQuery<SceneFactsRow>(
    db,
    'scene-facts',
    `select c.id, c.account_id, c.project_id, c.deleted_at, a.is_active as account_is_active,
       case when a.owner_id = $2 then 'owner' else am.role end as account_role,
       least(cm.role, pm.role) as member_role
     from compositions c
     join accounts a on a.id = c.account_id
     left join account_members am on am.account_id = c.account_id and am.user_id = $2
     left join composition_members cm on cm.composition_id = c.id and cm.user_id = $2
     left join project_members pm on pm.project_id = c.project_id and pm.user_id = $2
     where c.id = any ($1::uuid[])`,
    [ids, userId],
  );
}
