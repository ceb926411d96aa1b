import { existing } from '@diorama/shared/contract/errors.ts';
import { nameOfCopy } from '@diorama/shared/i18n/copy-name.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { authorizeClone, type PublicPage, permissionOf } from '@diorama/shared/policy/composition.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { copyScene, freeName } from '@diorama/shared/server/scenes/bulk-actions.queries.ts';
import { insertComposition } from '@diorama/shared/server/scenes/composition-changes.ts';
import {
  type CompositionDetail,
  findComposition,
} from '@diorama/shared/server/scenes/compositions.queries.ts';
import { findDocumentText } from '@diorama/shared/server/scenes/document-texts.queries.ts';
import { assertSceneCapacity } from '@diorama/shared/server/scenes/scene-capacity.ts';
import {
  type AssetToCopy,
  adoptAsset,
  findPublishedText,
  listAssetsToCopy,
  planAdoption,
} from '@diorama/shared/server/scenes/scene-import.queries.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { copyObjects } from '../assets/copy.ts';
import { factsOf } from '../compositions/facts.ts';
import { sharingOf } from '../compositions/serializer.ts';
import { chooseHome, type SceneDeps } from '../compositions/service.ts';
import { isUnlocked } from '../public/open-scene.ts';
import { findSharedScene } from '../public/shared-scene.ts';

const ASSET_IRI = /\/api\/assets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g;

/** Who duplicates, and in which language the copy is named; `unlocked` is what they got for the scene's password. */
type Cloner = { userId: string; language: Language; unlocked?: string | null };

/**
 * Duplicates a scene: beside the original for those who manage it, into their own workspace for everybody else whom
 * its sharing allows it.
 * @returns the copy's id.
 * @throws CodedError the refusal of the policy; `scenes.limit`, `security.account.storage-full`.
 */
export async function cloneComposition(deps: SceneDeps, id: string, cloner: Cloner): Promise<string> {
  const row = existing(await findComposition(deps.db, id, cloner.userId));
  const facts = factsOf(row, false);
  const permission = permissionOf(facts);
  const page = permission === null ? await findPage(deps, row.id, cloner.unlocked ?? null) : 'none';
  assertAllowed(authorizeClone(facts, { allowsClone: sharingOf(row.sharing).allowClone, page }));
  if (permission === 'admin') {
    await deps.documents.settle(row.id);
    return deps.db.transaction(async (trx) => {
      await assertSceneCapacity(trx, row.account_id, 1);
      const copy = existing(
        await copyScene(trx, row.id, {
          accountId: row.account_id,
          projectId: row.project_id,
          userId: cloner.userId,
          nameOf: (name) => nameOfCopy(cloner.language, name),
        }),
      );
      return copy;
    });
  }
  const text = existing(
    permission === null ? await findPublishedText(deps.db, row.id) : await readDraft(deps, row.id),
  );
  return importScene(deps, row, { ...cloner, text });
}

async function findPage({ db, tokens }: SceneDeps, id: string, unlocked: string | null): Promise<PublicPage> {
  const scene = await findSharedScene(db, id);
  if (scene === null || scene.isBlocked) {
    return 'none';
  }
  return (await isUnlocked(tokens, scene, unlocked)) ? 'open' : 'locked';
}

async function readDraft({ db, documents }: SceneDeps, id: string): Promise<string | null> {
  await documents.settle(id);
  return findDocumentText(db, 'scene', id);
}

/** Copies a scene of another workspace, with every file that its document names. */
async function importScene(
  deps: SceneDeps,
  row: CompositionDetail,
  copy: Cloner & { text: string },
): Promise<string> {
  const { db } = deps;
  const { accountId } = await chooseHome(deps, copy.userId, {});
  // Before any byte is copied; under the lock it is asked again.
  await db.transaction((trx) => assertSceneCapacity(trx, accountId, 1));
  const ids = [...new Set(Array.from(copy.text.matchAll(ASSET_IRI), ([, id = '']) => id))];
  const assets = await listAssetsToCopy(db, row.account_id, ids);
  const objects = await copyObjects(deps, assets, accountId);
  for (;;) {
    // Outside of the transaction, as a large document takes seconds and waits for its turn.
    const planned = await planAdoption(db, assets, { accountId, objects });
    const snapshot = await deps.documents.prepareCopy({ text: copy.text, copies: planned }, copy.userId);
    try {
      return await db.transaction(async (trx) => {
        await assertSceneCapacity(trx, accountId, 1);
        const name = await freeName(trx, accountId, nameOfCopy(copy.language, row.name));
        const scene = { accountId, projectId: null, userId: copy.userId, name };
        return insertComposition(trx, scene, async (compositionId) => {
          const target = { accountId, compositionId, userId: copy.userId, objects };
          await adoptAssets(trx, { assets, planned, target });
          return snapshot;
        });
      });
    } catch (error) {
      if (!(error instanceof CopiedMeanwhileError)) {
        throw error;
      }
    }
  }
}

/** Another request has copied an asset since the ids of the copies were planned. */
class CopiedMeanwhileError extends Error {}

/** Copies assets into another workspace. @throws CopiedMeanwhileError */
async function adoptAssets(
  trx: Knex,
  {
    assets,
    planned,
    target,
  }: {
    assets: readonly AssetToCopy[];
    planned: ReadonlyMap<string, string>;
    target: Omit<Parameters<typeof adoptAsset>[2], 'id'>;
  },
): Promise<void> {
  for (const asset of assets) {
    const id = planned.get(asset.id) ?? '';
    if ((await adoptAsset(trx, asset, { ...target, id })) !== id) {
      throw new CopiedMeanwhileError();
    }
  }
}
