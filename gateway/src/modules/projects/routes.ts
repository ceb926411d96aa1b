import type { projectRoutes } from '@diorama/shared/contract/projects.ts';
import { fillProject } from '@diorama/shared/server/scenes/bulk-actions.queries.ts';
import {
  createProject,
  deleteProject,
  listProjects,
  renameProject,
} from '@diorama/shared/server/scenes/projects.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { assertAccount, findManagedAccountId } from '../accounts/account-access.ts';
import { loadCompositions } from '../compositions/facts.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { loadProject } from './load-project.ts';
import { serializeProject } from './serializer.ts';

/** Folders of scenes. */
export function projectHandlers(deps: Deps): HandlersOf<typeof projectRoutes> {
  const { db } = deps;
  return {
    listProjects: async ({ query }, { actor }) => {
      const page = {
        userId: actor.userId,
        newestFirst: query['order[createdAt]'] === 'desc',
        ...pageOf(query),
      };
      if (query.sharedWithMeOnly === true) {
        const { rows, total } = await listProjects(db, { ...page, accountId: null });
        return serializePage('/api/projects', query, { items: rows.map(serializeProject), total });
      }
      const accountId = await findManagedAccountId(db, query['owner.uuid'], actor.userId);
      const { rows, total } =
        accountId === null ? { rows: [], total: 0 } : await listProjects(db, { ...page, accountId });
      return serializePage('/api/projects', query, { items: rows.map(serializeProject), total });
    },

    createProject: async ({ body }, { actor }) => {
      await assertAccount(deps, body.owner, actor.userId);
      const id = await createProject(db, { accountId: body.owner, name: body.name, userId: actor.userId });
      return serializeProject(await loadProject(db, 'read', { id, userId: actor.userId }));
    },

    getProject: async ({ params }, { actor }) =>
      serializeProject(await loadProject(db, 'read', { id: params.id, userId: actor.userId })),

    patchProject: async ({ params, body }, { actor }) => {
      const target = { id: params.id, userId: actor.userId };
      const { account_id: accountId } = await loadProject(db, 'manage', target);
      const { name, compositions } = body;
      const scenes = compositions && (await loadCompositions(db, 'move', compositions, actor.userId));
      await db.transaction(async (trx) => {
        if (name !== undefined) {
          await renameProject(trx, { id: params.id, name });
        }
        const ids = scenes?.filter((scene) => scene.account_id === accountId).map(({ id }) => id);
        if (ids) {
          await fillProject(trx, { id: params.id, accountId }, ids);
        }
      });
      return serializeProject(await loadProject(db, 'read', target));
    },

    deleteProject: async ({ params }, { actor }) => {
      const row = await loadProject(db, 'manage', { id: params.id, userId: actor.userId });
      await deleteProject(db, { id: row.id, accountId: row.account_id });
      return undefined;
    },
  };
}
