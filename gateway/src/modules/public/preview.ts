import type { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import { assertFound } from '@diorama/shared/contract/errors.ts';
import { listSceneFiles } from '@diorama/shared/server/assets/assets.queries.ts';
import { findPresenter } from '@diorama/shared/server/scenes/public-scenes.queries.ts';
import { deferredJson } from '../../contract/deferred-json.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { loadComposition } from '../compositions/facts.ts';
import { sharingOf, thumbnailOf } from '../compositions/serializer.ts';
import { serializeFiles, serializePresenter } from './serializer.ts';

type PreviewRoutes = Pick<typeof compositionRoutes, 'getScenePreview'>;

/** Previews of scenes as visitors would see them, for their editors. */
export function previewHandlers(deps: Deps & { urls: Urls }): HandlersOf<PreviewRoutes> {
  const { db, urls, documents } = deps;
  return {
    getScenePreview: async ({ params }, { actor, ctx, ip }) => {
      const row = await loadComposition(db, 'read', { id: params.id, userId: actor.userId });
      const [revision, presenter, files] = await Promise.all([
        documents.settle(row.id),
        findPresenter(db, row.account_id),
        listSceneFiles(db, { compositionId: row.id, accountId: row.account_id }),
      ]);
      assertFound(revision !== null && presenter);
      const reader = { audience: 'visitors', caller: { userId: actor.userId, ip } } as const;
      ctx.set('Cache-Control', 'private, no-store');
      return {
        ...serializePresenter(urls, presenter),
        uuid: row.id,
        name: row.name,
        description: row.description,
        thumbnail: thumbnailOf(urls, row),
        revision,
        document: deferredJson(() => documents.readScene(row.id, revision, reader)),
        assets: serializeFiles(urls, files, { keyVersion: row.key_version, isPublic: false }),
        output: { glb: null, glbMobile: null, glbAr: null, usdz: null, carousel: [] },
        // Comments of visitors and presenting exist only for published scenes.
        sharing: { ...sharingOf(row.sharing), live: false, allowComment: false },
      };
    },
  };
}
