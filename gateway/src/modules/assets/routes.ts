import type { assetRoutes } from '@diorama/shared/contract/assets.ts';
import { CodedError, invalidField } from '@diorama/shared/contract/errors.ts';
import { deleteAsset, importAgain } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { requestOriginal } from '@diorama/shared/server/assets/asset-originals.ts';
import { canSeeAsset, findAsset, findUsableAssets } from '@diorama/shared/server/assets/assets.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import { loadComposition } from '../compositions/facts.ts';
import type { SceneDeps } from '../compositions/service.ts';
import { copyAsset } from './copy.ts';
import { listWorkspaceAssets } from './list-workspace-assets.ts';
import { loadAsset } from './load-asset.ts';
import { readAsset, reloadAsset } from './read-asset.ts';
import { receiveAsset } from './receive.ts';

/** Uploaded files. */
export function assetHandlers(
  deps: SceneDeps,
): HandlersOf<Omit<typeof assetRoutes, 'generateSceneOutput' | 'getOutput'>> {
  const { db } = deps;

  return {
    uploadAsset: async ({ body }, { actor, file, language, newId }) => {
      if (!file) {
        throw invalidField('file', 'upload.missing');
      }
      const id = await receiveAsset(deps, {
        id: newId,
        file: { ...file, isSpent: true },
        fields: body,
        actor,
        uploadId: null,
      });
      return reloadAsset(deps, id, { userId: actor.userId, language });
    },

    getAsset: async ({ params }, { actor, language }) => {
      const row = await findAsset(db, params.id);
      if (!row || !(await canSeeAsset(db, row.id, actor.userId))) {
        throw new CodedError('request.not-found');
      }
      return readAsset(deps, row, { userId: actor.userId, language });
    },

    listAssets: ({ query }, { actor, language }) =>
      listWorkspaceAssets(deps, query, { userId: actor.userId, language }),

    patchAsset: async ({ params, body }, { actor, language }) => {
      const { asset } = await loadAsset(db, 'change', { id: params.id, actor });
      const { wantsOriginal } = body;
      if (wantsOriginal !== undefined && !(await requestOriginal(db, asset, wantsOriginal))) {
        throw new CodedError('asset.not-ready');
      }
      return reloadAsset(deps, asset.id, { userId: actor.userId, language });
    },

    importAssetAgain: async ({ params }, { actor, language }) => {
      const { asset } = await loadAsset(db, 'change', { id: params.id, actor });
      if (!(await importAgain(db, asset.id))) {
        throw new CodedError('asset.original-gone');
      }
      return reloadAsset(deps, asset.id, { userId: actor.userId, language });
    },

    copyAsset: async ({ params, body }, { actor, language }) => {
      const scene = await loadComposition(db, 'edit', { id: body.composition, userId: actor.userId });
      let { id } = params;
      if (!(await findUsableAssets(db, scene.account_id, [id])).has(id)) {
        const { asset } = await loadAsset(db, 'copy', { id, actor });
        const target = { accountId: scene.account_id, compositionId: scene.id, userId: actor.userId };
        id = await copyAsset(deps, { asset: { id: asset.id, accountId: asset.account_id }, target });
      }
      return reloadAsset(deps, id, { userId: actor.userId, language });
    },

    deleteAsset: async ({ params, query }, { actor }) => {
      const { asset, may } = await loadAsset(db, 'delete', { id: params.id, actor });
      const force = query.force ?? false;
      // An editor of the scene that the file was uploaded for deletes it from that scene only.
      const extent = may('delete-everywhere')
        ? { force }
        : { force: false, besides: force ? asset.composition_id : null };
      if (!(await deleteAsset(db, { id: asset.id, ...extent }))) {
        throw new CodedError('request.not-found');
      }
      return undefined;
    },
  };
}
