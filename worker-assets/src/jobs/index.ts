import { importMessage } from '@diorama/shared/domain/import-message.ts';
import type { PayloadOf } from '@diorama/shared/jobs/index.ts';
import { failAsset, finishThumbnail } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { abandonForm } from '@diorama/shared/server/assets/asset-originals.ts';
import { findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import type { FailureHooksFor, HandlersFor } from '@diorama/shared/server/jobs/worker.ts';
import { failOptionOutput } from '@diorama/shared/server/scenes/option-outputs.queries.ts';
import { failReimagine } from '@diorama/shared/server/scenes/reimagines.queries.ts';
import { failOutput, findOutputWork } from '@diorama/shared/server/scenes/scene-outputs.queries.ts';
import { endImport } from '@diorama/shared/server/workspaces/imports.ts';
import { assetForm } from './asset-form.ts';
import { assetImport } from './asset-import.ts';
import { assetReimport } from './asset-reimport.ts';
import { assetSweep } from './asset-sweep.ts';
import { assetThumbnail } from './asset-thumbnail.ts';
import { avatarFetch } from './avatar-fetch.ts';
import type { JobDeps } from './deps.ts';
import { librarySeed } from './library-seed.ts';
import { libraryThumbnail } from './library-thumbnail.ts';
import { noteMissingThumbnail } from './render-thumbnail.ts';
import { sceneCarousel } from './scene-carousel.ts';
import { sceneCompact } from './scene-compact.ts';
import { sceneOptionOutput } from './scene-option-output.ts';
import { sceneOutput } from './scene-output.ts';
import { sceneReimagine } from './scene-reimagine.ts';
import { sceneSweep } from './scene-sweep.ts';
import { sceneThumbnail } from './scene-thumbnail.ts';
import { storageCheck } from './storage-check.ts';
import { storageSweep } from './storage-sweep.ts';
import { versionThumbnail } from './version-thumbnail.ts';
import { workspaceImport } from './workspace-import.ts';

/** Queues of this worker. */
export const OWN_QUEUES = [
  'assets',
  'bulk-assets',
  'large-assets',
  'scene-output',
  'scenes',
  'storage',
  'workspace-imports',
] as const;
type OwnQueue = (typeof OWN_QUEUES)[number];

/** A handler for every job of those queues. */
export function createHandlers(deps: JobDeps): HandlersFor<OwnQueue> {
  return {
    'asset.import': assetImport(deps),
    'asset.import-large': assetImport(deps),
    'asset.form': assetForm(deps),
    'asset.renew': assetReimport(deps),
    'asset.thumbnail': assetThumbnail(deps),
    'asset.thumbnail-large': assetThumbnail(deps),
    'asset.sweep': assetSweep(deps),
    'avatar.fetch': avatarFetch(deps),
    'library.seed': librarySeed(deps),
    'library.thumbnail': libraryThumbnail(deps),
    'scene.output': sceneOutput(deps),
    'scene.option-output': sceneOptionOutput(deps),
    'scene.carousel': sceneCarousel(deps),
    'scene.thumbnail': sceneThumbnail(deps),
    'version.thumbnail': versionThumbnail(deps),
    'scene.reimagine': sceneReimagine(deps),
    'scene.compact': sceneCompact(deps),
    'scene.sweep': sceneSweep(deps),
    'storage.check': storageCheck(deps),
    'storage.sweep': storageSweep(deps),
    'workspace.import': workspaceImport(deps),
  };
}

/**
 * Marks the items of permanently failed jobs. Users see only an error code, because internal reasons do not
 * help them.
 */
export const failureHooks: FailureHooksFor<OwnQueue> = {
  'scene.option-output': ({ optionOutputId }, _failure, trx) => failOptionOutput(trx, optionOutputId),
  'asset.import': (payload, _failure, trx) => failImport(payload, trx),
  'asset.import-large': (payload, _failure, trx) => failImport(payload, trx),
  'asset.form': async ({ assetId }, _failure, trx) => {
    const asset = await findAsset(trx, assetId);
    if (asset) {
      await abandonForm(trx, asset);
    }
  },
  'asset.thumbnail': ({ assetId }, _failure, trx) => finishUnseen(assetId, trx),
  'asset.thumbnail-large': ({ assetId }, _failure, trx) => finishUnseen(assetId, trx),
  'workspace.import': async ({ importId }, _failure, trx) => {
    await endImport(trx, importId, { error: importMessage('workspace.unfinished') });
  },
  'scene.reimagine': ({ reimagineId }, _failure, trx) => failReimagine(trx, reimagineId, 'reimagine.failed'),
  'scene.output': async ({ outputId }, _failure, trx) => {
    const output = await findOutputWork(trx, outputId);
    if (output) {
      await failOutput(trx, output, { code: 'output.failed', detail: null });
    }
  },
};

/** The model itself is available; only operators need the failure of its thumbnail. */
async function finishUnseen(assetId: string, trx: Parameters<typeof failAsset>[0]): Promise<void> {
  const asset = await findAsset(trx, assetId);
  if (asset?.status === 'processing' && asset.main_object !== null) {
    await finishThumbnail(trx, asset, { thumbnail: null, report: noteMissingThumbnail(asset.report, false) });
  }
}

async function failImport(
  { assetId, round = 0 }: PayloadOf<'asset.import'>,
  trx: Parameters<typeof failAsset>[0],
): Promise<void> {
  const asset = await findAsset(trx, assetId);
  if (asset?.import_round === round) {
    const detail = importMessage('fault.ours');
    await failAsset(trx, asset, { code: 'import.unfinished', detail });
  }
}
