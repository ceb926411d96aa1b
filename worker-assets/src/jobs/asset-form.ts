import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import type { ResultOf } from '@diorama/shared/jobs/index.ts';
import { abandonForm, applyForm } from '@diorama/shared/server/assets/asset-originals.ts';
import { type AssetRow, findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import type { JobContext, JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { type ImportedModel, importFile } from '../import/import-file.ts';
import type { JobDeps } from './deps.ts';
import { fileFaultOf } from './file-fault.ts';
import { withJobFolder } from './job-folder.ts';
import { runUnlessCancelled } from './run-unless-cancelled.ts';
import { storeFileObject } from './store-file.ts';

type Result = ResultOf<'asset.form'>;

/**
 * Creates the requested form of a model: original or optimised. If the file fails, the current form stays.
 */
export function assetForm(deps: JobDeps): JobHandler<'asset.form'> {
  const { db } = deps;
  return async ({ assetId }, context) => {
    const asset = await findAsset(db, assetId);
    const isAsked =
      asset?.type === ASSET_TYPE.model &&
      asset.status === 'ready' &&
      asset.wants_original !== asset.shows_original;
    if (!isAsked || !asset.original_object) {
      return { status: 'as-asked' };
    }
    const original = asset.original_object;
    const isWanted = async () => (await findAsset(db, assetId))?.wants_original === asset.wants_original;
    try {
      const result = await runUnlessCancelled({ isWanted, context }, (signal) =>
        make(deps, { asset, original, signal }, context),
      );
      return result ?? { status: 'as-asked' };
    } catch (error) {
      const fault = fileFaultOf(error, { isLastAttempt: context.isLastAttempt });
      if (!fault) {
        throw error;
      }
      context.logger.info(
        { assetId, reason: fault.message, cause: fault.cause },
        'model could not be converted, keeping its form',
      );
      await context.commit(db, (trx) => abandonForm(trx, asset));
      return { status: 'kept' };
    }
  };
}

function make(
  deps: JobDeps,
  { asset, original, signal }: { asset: AssetRow; original: string; signal: AbortSignal },
  context: JobContext,
): Promise<Result> {
  const { db, pool, stage } = deps;
  const isOriginal = asset.wants_original;
  return withJobFolder(deps, async (folder) => {
    const file = { name: asset.name, path: await folder.fetch(original, 'original') };
    const imported = await importFile(
      { pool, convertInPage: stage.convert },
      { file, dir: folder.path, expects: 'model', asItCame: isOriginal, lane: 'large', signal },
    );
    const { glb, mobile, report, description } = modelOf(imported);
    const main = await storeFileObject(deps, asset, { path: glb, contentType: 'model/gltf-binary' });
    const light = await storeFileObject(deps, asset, { path: mobile, contentType: 'model/gltf-binary' });
    await context.commit(db, (trx) =>
      applyForm(trx, asset, { isOriginal, main, mobile: light, report, extra: description }),
    );
    return { status: 'made' };
  });
}

function modelOf(imported: { kind: string } | ImportedModel): ImportedModel {
  if (!('description' in imported)) {
    throw new Error('A model was asked for');
  }
  return imported;
}
