import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Project, projectRoutes } from '@diorama/shared/contract/projects.ts';
import { findAccountFacts, listAccountsOf } from '@diorama/shared/server/db/read-models/accounts.ts';
import {
  createProject,
  findProject,
  listProjects,
  type ProjectRow,
} from '@diorama/shared/server/db/repositories/projects.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { assertAccount } from '../compositions/service.ts';
import { pageOf, presentPage } from '../lists.ts';

/** Folders of scenes. */
export function projectHandlers(deps: Deps): HandlersOf<typeof projectRoutes> {
  const { db } = deps;
  return {
    listProjects: async ({ query }, { actor }) => {
      const [own] = query['owner.uuid'] ? [] : await listAccountsOf(db, actor.userId);
      const accountId = query['owner.uuid'] ?? own?.id;
      const facts = accountId ? await findAccountFacts(db, accountId, actor.userId) : null;
      // A workspace one does not manage has no projects to show, just like one that does not exist.
      const isVisible = facts?.role === 'owner' || facts?.role === 'admin';
      const { rows, total } =
        accountId && isVisible
          ? await listProjects(db, {
              accountId,
              newestFirst: query['order[createdAt]'] === 'desc',
              ...pageOf(query),
            })
          : { rows: [], total: 0 };
      return presentPage('/api/projects', query, { items: rows.map(presentProject), total });
    },

    createProject: async ({ body }, { actor }) => {
      await assertAccount(deps, body.owner, actor.userId);
      const id = await createProject(db, { accountId: body.owner, name: body.name, userId: actor.userId });
      const row = await findProject(db, id);
      if (!row) {
        throw new CodedError('request.not-found');
      }
      return presentProject(row);
    },
  };
}

function presentProject(row: ProjectRow): Project {
  const scenes = row.composition_ids.map((id) => `/api/compositions/${id}`);
  return {
    '@id': `/api/projects/${row.id}`,
    '@type': 'Project',
    uuid: row.id,
    name: row.name,
    status: 'active',
    owner: `/api/accounts/${row.account_id}`,
    createdAt: row.created_at,
    isActive: true,
    compositionsNumber: scenes.length,
    compositions: scenes,
    scenes,
  };
}
