import type { Asset, assetRoutes } from '@diorama/shared/contract/assets.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { sniffFormat } from '@diorama/shared/domain/file-format.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { isManager } from '@diorama/shared/policy/account.ts';
import { type AssetAction, authorizeAsset } from '@diorama/shared/policy/asset.ts';
import { authorizeComposition } from '@diorama/shared/policy/composition.ts';
import { deleteAsset, importAgain } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { requestOriginal } from '@diorama/shared/server/assets/asset-originals.ts';
import {
  type AssetRow,
  canSeeAsset,
  findAsset,
  findUsableAssets,
  listAssets,
} from '@diorama/shared/server/assets/assets.queries.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { findComposition } from '@diorama/shared/server/scenes/compositions.queries.ts';
import { findNewestOutput, findOutput } from '@diorama/shared/server/scenes/outputs.queries.ts';
import { findAccountFacts, listAccountsOf } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { UploadedFile } from '../../contract/multipart.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { factsOf, loadComposition } from '../compositions/facts.ts';
import { type SceneDeps, startOutput } from '../compositions/service.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { copyAsset } from './copy.ts';
import { listMadeAssets } from './list-made-assets.ts';
import { readAsset } from './read-asset.ts';
import { receiveAsset } from './receive.ts';
import { serializeAsset, serializeOutput } from './serializer.ts';

/** Uploaded files and outputs of scenes. */
export function assetHandlers(deps: SceneDeps): HandlersOf<typeof assetRoutes> {
  const { db, store, urls } = deps;

  return {
    uploadAsset: async ({ body }, { actor, file, language, newId }) => {
      if (!file) {
        throw new CodedError('request.invalid', {
          violations: [{ propertyPath: 'file', code: 'upload.missing' }],
        });
      }
      const id = await receiveAsset(deps, {
        id: newId,
        file: { ...file, isSpent: true },
        fields: body,
        actor,
        uploadId: null,
      });
      return presentNow(id, actor, language);
    },

    getAsset: async ({ params }, { actor, language }) => {
      const row = await findAsset(db, params.id);
      if (!row || !(await canSeeAsset(db, row.id, actor.userId))) {
        throw new CodedError('request.not-found');
      }
      return readAsset(deps, row, { userId: actor.userId, language });
    },

    listAssets: async ({ query }, { actor, language }) => {
      const [own] = query['account.uuid'] ? [] : await listAccountsOf(db, actor.userId);
      const accountId = query['account.uuid'] ?? own?.id;
      const facts = accountId ? await findAccountFacts(db, accountId, actor.userId) : null;
      const isVisible = isManager(facts?.role);
      if (!accountId || !isVisible) {
        return serializePage('/api/assets', query, { items: [], total: 0 });
      }
      const page = { accountId, ...pageOf(query) };
      const { userId } = actor;
      const made =
        query.type === undefined
          ? null
          : await listMadeAssets({ db, urls }, { ...page, userId, type: query.type });
      if (made !== null) {
        return serializePage('/api/assets', query, made);
      }
      const { rows, total } = await listAssets(db, { ...page, type: query.type ?? null });
      return serializePage('/api/assets', query, {
        items: rows.map((row) => serializeAsset(urls, row, language)),
        total,
      });
    },

    patchAsset: async ({ params, body }, { actor, language }) => {
      const { asset } = await loadAsset('change', params.id, actor);
      const { wantsOriginal } = body;
      if (wantsOriginal !== undefined && !(await requestOriginal(db, asset, wantsOriginal))) {
        throw new CodedError('asset.not-ready');
      }
      return presentNow(asset.id, actor, language);
    },

    importAssetAgain: async ({ params }, { actor, language }) => {
      const { asset } = await loadAsset('change', params.id, actor);
      if (!(await importAgain(db, asset.id))) {
        throw new CodedError('asset.original-gone');
      }
      return presentNow(asset.id, actor, language);
    },

    copyAsset: async ({ params, body }, { actor, language }) => {
      const scene = await loadComposition(db, 'edit', { id: body.composition, userId: actor.userId });
      const isUsable = (await findUsableAssets(db, scene.account_id, [params.id])).has(params.id);
      const copy = async () => copyInto(scene, (await loadAsset('copy', params.id, actor)).asset, actor);
      const id = isUsable ? params.id : await copy();
      return presentNow(id, actor, language);
    },

    deleteAsset: async ({ params, query }, { actor }) => {
      const { asset, may } = await loadAsset('delete', params.id, actor);
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

    generateSceneOutput: async ({ body }, { actor, file, language }) => {
      const row = await loadComposition(db, 'publish', { id: body.sceneUuid, userId: actor.userId });
      const source = file ? await storeSource(file, row.account_id) : null;
      const subject = { compositionId: row.id, accountId: row.account_id, userId: actor.userId };
      const id = await startOutput(deps, subject, source);
      const output = await findOutput(db, id);
      if (!output) {
        throw new CodedError('request.not-found');
      }
      return serializeOutput(urls, output, language);
    },

    getOutput: async ({ params }, { actor, language }) => {
      const row = await loadComposition(db, 'read', { id: params.id, userId: actor.userId });
      const output = await findNewestOutput(db, row.id);
      if (!output) {
        throw new CodedError('output.none');
      }
      return serializeOutput(urls, output, language);
    },
  };

  /** The current state of a file after an action. */
  async function presentNow(id: string, { userId }: Actor, language: Language): Promise<Asset> {
    const row = await findAsset(db, id);
    if (!row) {
      throw new CodedError('request.not-found');
    }
    return readAsset(deps, row, { userId, language });
  }

  function copyInto(
    scene: { id: string; account_id: string },
    asset: AssetRow,
    actor: Actor,
  ): Promise<string> {
    const target = { accountId: scene.account_id, compositionId: scene.id, userId: actor.userId };
    return copyAsset(deps, { asset: { id: asset.id, accountId: asset.account_id }, target });
  }

  /**
   * Loads a file for an action, with the user's other permissions. @throws CodedError according to
   * the policy.
   */
  async function loadAsset(
    action: AssetAction,
    id: string,
    { userId, isOperator }: Actor,
  ): Promise<{ asset: AssetRow; may: (action: AssetAction) => boolean }> {
    const asset = await findAsset(db, id);
    if (!asset) {
      throw new CodedError('request.not-found');
    }
    const account = await findAccountFacts(db, asset.account_id, userId);
    const scene = asset.composition_id ? await findComposition(db, asset.composition_id, userId) : null;
    const facts = {
      isVisible: await canSeeAsset(db, asset.id, userId),
      isOperator,
      isShared: asset.account_id === LIBRARY_ACCOUNT_ID,
      accountRole: account?.role ?? null,
      isAccountActive: account?.isActive ?? true,
      // A full workspace does not prevent freeing space in it.
      editsScene: scene !== null && authorizeComposition('edit', factsOf(scene, false)).allowed,
      isOwn: asset.created_by === userId,
    };
    assertAllowed(authorizeAsset(action, facts));
    return { asset, may: (other) => authorizeAsset(other, facts).allowed };
  }

  /** An outside client's own GLB, from which both outputs are made. */
  async function storeSource(file: UploadedFile, accountId: string): Promise<string> {
    if (file.size === 0) {
      throw new CodedError('upload.empty');
    }
    if (sniffFormat(file.head, file.size) !== 'glb') {
      throw new CodedError('upload.format');
    }
    const object = await storeObject(
      { db, store },
      { accountId, body: file, contentType: 'model/gltf-binary' },
    );
    return object.id;
  }
}
