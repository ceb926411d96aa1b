import type { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import { startDocument } from '@diorama/shared/scene/templates/start-document.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { restoreScenes, trashScenes } from '@diorama/shared/server/scenes/bulk-actions.queries.ts';
import { createComposition } from '@diorama/shared/server/scenes/composition-changes.ts';
import { trimTrash } from '@diorama/shared/server/scenes/document-retention.queries.ts';
import { requestCardPicture } from '@diorama/shared/server/scenes/request-output.queries.ts';
import { findUnit } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import * as Y from 'yjs';
import type { HandlersOf } from '../../contract/handler.ts';
import { changeScene } from './change-scene.ts';
import { loadComposition } from './facts.ts';
import { listScenes } from './list-scenes.ts';
import { notifyOverflow } from './notify-overflow.ts';
import { chooseHome, readComposition, reloadComposition, type SceneDeps } from './service.ts';

const translations = await loadTranslations('app');
const templates = await loadTranslations('templates');

type OwnRoutes = Omit<
  typeof compositionRoutes,
  | 'getPublicScene'
  | 'getOptionFiles'
  | 'unlockPublicScene'
  | 'getScenePreview'
  | 'getDocument'
  | 'putDocument'
>;

/** Scenes: lists, one, changes and trash. */
export function compositionHandlers(deps: SceneDeps): HandlersOf<OwnRoutes> {
  const { db, documents } = deps;

  return {
    listCompositions: ({ query }, { actor }) => listScenes(deps, query, actor.userId),

    createComposition: async ({ body }, { actor, language, newId }) => {
      const home = await chooseHome(deps, actor.userId, body);
      const start = startDocument(body.template ?? null, templates[language]);
      const ydoc = toYDoc({ ...start, unit: await findUnit(db, home.accountId) });
      const scene = {
        ...home,
        id: newId,
        name: body.name ?? translations[language]('scene.untitled'),
        userId: actor.userId,
        snapshot: Y.encodeStateAsUpdate(ydoc),
      };
      const id = await db.transaction(async (trx) => {
        const compositionId = await createComposition(trx, scene);
        if (body.template && body.template !== 'lit') {
          // Only an edit or this event gives a card its picture.
          await requestCardPicture(trx, compositionId);
        }
        return compositionId;
      });
      return reloadComposition(deps, id, actor.userId);
    },

    getComposition: async ({ params }, { actor }) => {
      const target = { id: params.id, userId: actor.userId };
      const row = await loadComposition(db, 'read', target);
      if (!row.has_pending) {
        return readComposition(deps, row, actor.userId);
      }
      await documents.settle(row.id);
      return reloadComposition(deps, row.id, actor.userId);
    },

    patchComposition: async ({ params, body }, call) => {
      await changeScene(deps, params.id, body, call);
      return reloadComposition(deps, params.id, call.actor.userId);
    },

    deleteComposition: async ({ params }, { actor }) => {
      const row = await loadComposition(db, 'delete', { id: params.id, userId: actor.userId });
      await db.transaction((trx) => trashScenes(trx, { accountId: row.account_id, ids: [row.id] }));
      await trimTrash(db, row.account_id);
      return undefined;
    },

    restoreComposition: async ({ params }, { actor }) => {
      const row = await loadComposition(db, 'restore', { id: params.id, userId: actor.userId });
      if (row.deleted_at !== null) {
        await db.transaction((trx) => restoreScenes(trx, { accountId: row.account_id, ids: [row.id] }));
      }
      return reloadComposition(deps, row.id, actor.userId);
    },

    notifyOverflow: async ({ params }, { actor }) => ({
      isNotified: await notifyOverflow(deps, params.id, actor),
    }),
  };
}
