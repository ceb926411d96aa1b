import { CodedError } from '@diorama/shared/contract/errors.ts';
import { nameOfCopy } from '@diorama/shared/i18n/copies.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { judgeClone, type PublicPage, permissionOf } from '@diorama/shared/policy/composition.ts';
import { assetIdOf, assetReferences } from '@diorama/shared/scene/asset-references.ts';
import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  type CompositionDetail,
  findComposition,
} from '@diorama/shared/server/db/read-models/compositions.ts';
import { insertComposition } from '@diorama/shared/server/db/repositories/compositions.ts';
import { copyScene, freeName } from '@diorama/shared/server/db/repositories/organise.ts';
import {
  type AssetToCopy,
  adoptAsset,
  findPublishedDocument,
  listAssetsToCopy,
} from '@diorama/shared/server/db/repositories/scene-import.ts';
import { assertRoomForScenes } from '@diorama/shared/server/db/repositories/scene-room.ts';
import { readStoredDocument } from '@diorama/shared/server/db/scene-log.ts';
import * as Y from 'yjs';
import { settleScene } from '../../collab/collab.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { copyObjects } from '../assets/copy.ts';
import { factsOf } from '../compositions/facts.ts';
import { sharingOf } from '../compositions/serializer.ts';
import { chooseHome, type SceneDeps } from '../compositions/service.ts';
import { isUnlocked } from '../public/open-scene.ts';
import { findSharedScene } from '../public/shared-scene.ts';

/**
 * The duplicating user, and the language of the copy's name; `unlocked` is the token for the
 * scene's password.
 */
type Cloner = { userId: string; language: Language; unlocked?: string | null };

/**
 * Duplicates a scene: in its workspace for users who manage it, else into the user's workspace if its sharing
 * allows it.
 * @returns the copy's id.
 * @throws CodedError according to the policy; `scenes.limit`, `security.account.storage-full`.
 */
export async function cloneComposition(deps: SceneDeps, id: string, cloner: Cloner): Promise<string> {
  const row = await findComposition(deps.db, id, cloner.userId);
  if (!row) {
    throw new CodedError('request.not-found');
  }
  const facts = factsOf(row, false);
  const permission = permissionOf(facts);
  const page = permission === null ? await findPage(deps, row.id, cloner.unlocked ?? null) : 'none';
  assertAllowed(judgeClone(facts, { allowsClone: sharingOf(row.sharing).allowClone, page }));
  if (permission === 'admin') {
    await settleScene(deps, row.id);
    return deps.db.transaction(async (trx) => {
      await assertRoomForScenes(trx, row.account_id, 1);
      const copy = await copyScene(trx, row.id, {
        accountId: row.account_id,
        projectId: row.project_id,
        userId: cloner.userId,
        nameOf: (name) => nameOfCopy(cloner.language, name),
      });
      if (copy === null) {
        throw new CodedError('request.not-found');
      }
      return copy;
    });
  }
  const document =
    permission === null ? await findPublishedDocument(deps.db, row.id) : await readDraft(deps, row.id);
  return importScene(deps, row, { ...cloner, document: readStored(document) });
}

async function findPage({ db, tokens }: SceneDeps, id: string, unlocked: string | null): Promise<PublicPage> {
  const scene = await findSharedScene(db, id);
  if (scene === null || scene.isBlocked) {
    return 'none';
  }
  return (await isUnlocked(tokens, scene, unlocked)) ? 'open' : 'locked';
}

async function readDraft(deps: SceneDeps, id: string): Promise<unknown> {
  await deps.scenes.settled(id);
  return (await readStoredDocument(deps.db, id))?.document ?? null;
}

/** Copies a scene of another workspace, with every file that its document names. */
async function importScene(
  deps: SceneDeps,
  row: CompositionDetail,
  copy: Cloner & { document: SceneDocument },
): Promise<string> {
  const { db } = deps;
  const { accountId } = await chooseHome(deps, copy.userId, {});
  // Before any byte is copied. The check is repeated under the lock.
  await db.transaction((trx) => assertRoomForScenes(trx, accountId, 1));
  const ids = assetReferences(copy.document).map(assetIdOf);
  const assets = await listAssetsToCopy(db, row.account_id, ids);
  const objects = await copyObjects(deps, assets, accountId);
  return db.transaction(async (trx) => {
    await assertRoomForScenes(trx, accountId, 1);
    const scene = {
      accountId,
      projectId: null,
      userId: copy.userId,
      name: await freeName(trx, accountId, nameOfCopy(copy.language, row.name)),
    };
    return insertComposition(trx, scene, async (compositionId) => {
      const target = { accountId, compositionId, userId: copy.userId, objects };
      return snapshotOf(await renameAssets(trx, copy.document, assets, target));
    });
  });
}

const ASSET_IRI = /\/api\/assets\/([0-9a-f-]{36})/g;

/** The document with references to the copied assets. */
async function renameAssets(
  trx: Knex,
  document: unknown,
  assets: readonly AssetToCopy[],
  target: Parameters<typeof adoptAsset>[2],
): Promise<unknown> {
  const copies = new Map<string, string>();
  for (const asset of assets) {
    copies.set(asset.id, await adoptAsset(trx, asset, target));
  }
  const text = JSON.stringify(document);
  return JSON.parse(
    text.replace(ASSET_IRI, (iri, id) => (copies.has(id) ? `/api/assets/${copies.get(id)}` : iri)),
  );
}

function snapshotOf(document: unknown): Uint8Array {
  return Y.encodeStateAsUpdate(toYDoc(parseDocument(document)));
}
