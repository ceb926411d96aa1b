import { existing } from '@diorama/shared/contract/errors.ts';
import type { organiseRoutes } from '@diorama/shared/contract/organise.ts';
import { UNLOCKED_HEADER } from '@diorama/shared/domain/unlocked-header.ts';
import { eraseScenes, listTrashed } from '@diorama/shared/server/scenes/erase-scenes.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import { assertMay, findOwnAccountId } from '../accounts/account-access.ts';
import { loadComposition } from '../compositions/facts.ts';
import { reloadComposition, type SceneDeps } from '../compositions/service.ts';
import { changeCompositions } from './bulk.ts';
import { cloneComposition } from './clone.ts';

/** Copies of scenes, bulk changes, and final deletion from the trash. */
export function organiseHandlers(deps: SceneDeps): HandlersOf<typeof organiseRoutes> {
  const { db } = deps;
  return {
    cloneComposition: async ({ params }, { actor, language, ctx }) => {
      const unlocked = ctx.get(UNLOCKED_HEADER);
      const id = await cloneComposition(deps, params.id, { userId: actor.userId, language, unlocked });
      return reloadComposition(deps, id, actor.userId);
    },

    changeCompositions: async ({ body }, { actor, language }) =>
      changeCompositions(deps, body, { userId: actor.userId, language }),

    eraseComposition: async ({ params }, { actor }) => {
      const row = await loadComposition(db, 'erase', { id: params.id, userId: actor.userId });
      await db.transaction((trx) => eraseScenes(trx, [row.id]));
      return undefined;
    },

    emptyTrash: async ({ query }, { actor }) => {
      const accountId = existing(query['account.uuid'] ?? (await findOwnAccountId(db, actor.userId)));
      await assertMay(deps, 'manage', { id: accountId, actor });
      await db.transaction(async (trx) => eraseScenes(trx, await listTrashed(trx, accountId)));
      return undefined;
    },
  };
}
