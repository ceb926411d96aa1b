import type { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { fillStored } from '@diorama/shared/scene/stored.ts';
import { listSceneFiles } from '@diorama/shared/server/db/read-models/assets.ts';
import { findPresenter } from '@diorama/shared/server/db/read-models/public-scenes.ts';
import { readStoredDocument } from '@diorama/shared/server/db/scene-log.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { loadComposition } from '../compositions/facts.ts';
import { sharingOf, thumbnailOf } from '../compositions/serializer.ts';
import { presentFiles, presentPresenter } from './present-scene.ts';

type PreviewRoutes = Pick<typeof compositionRoutes, 'getScenePreview'>;

/** Scenes as visitors would see them, for the people who work on them. */
export function previewHandlers(deps: Deps & { urls: Urls }): HandlersOf<PreviewRoutes> {
  const { db, urls, scenes } = deps;
  return {
    getScenePreview: async ({ params }, { actor, ctx }) => {
      const row = await loadComposition(db, 'read', { id: params.id, userId: actor.userId });
      await scenes.settled(row.id);
      const [stored, presenter, files] = await Promise.all([
        readStoredDocument(db, row.id),
        findPresenter(db, row.account_id),
        listSceneFiles(db, { compositionId: row.id, accountId: row.account_id }),
      ]);
      if (!stored || !presenter) {
        throw new CodedError('request.not-found');
      }
      ctx.set('Cache-Control', 'private, no-store');
      return {
        ...presentPresenter(urls, presenter),
        uuid: row.id,
        name: row.name,
        description: row.description,
        thumbnail: thumbnailOf(urls, row),
        revision: stored.revision,
        document: fillStored(stored.document),
        assets: presentFiles(urls, files, { keyVersion: row.key_version, isPublic: false }),
        output: { glb: null, glbMobile: null, glbAr: null, usdz: null, carousel: [] },
        // What visitors say, and whom they follow, is there only once the scene is.
        sharing: { ...sharingOf(row.sharing), live: false, allowComment: false },
      };
    },
  };
}
