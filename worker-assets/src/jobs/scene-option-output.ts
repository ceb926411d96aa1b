import type { ResultOf } from '@diorama/shared/jobs/index.ts';
import { assetIdOf, assetReferences } from '@diorama/shared/scene/asset-references.ts';
import { optionTexts } from '@diorama/shared/scene/options/option-texts.ts';
import { combinationOf } from '@diorama/shared/scene/options/options.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import type { JobContext, JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import {
  completeOptionOutput,
  failOptionOutput,
  findQueuedOptionOutput,
  shareOptionOutput,
} from '@diorama/shared/server/scenes/option-outputs.queries.ts';
import { findOutputWork, type OutputWork } from '@diorama/shared/server/scenes/scene-outputs.queries.ts';
import { filesContent, filesDigest } from '../output/files-digest.ts';
import type { JobDeps } from './deps.ts';
import { type JobFolder, withJobFolder } from './job-folder.ts';
import { listDrawableFiles, loadFiles } from './load-scene-assets.ts';
import { runUnlessCancelled } from './run-unless-cancelled.ts';
import { buildFiles, faultOf, outputSettings } from './scene-output.ts';
import { storeFileObject } from './store-file.ts';

type Result = ResultOf<'scene.option-output'>;

/**
 * Creates the files of a combination of choices: GLB, AR file and USDZ. Files of the workspace that were made from the
 * same are shared. Only assets of that combination are read.
 */
export function sceneOptionOutput(deps: JobDeps): JobHandler<'scene.option-output'> {
  const { db } = deps;
  return async ({ optionOutputId }, context) => {
    const wanted = await findQueuedOptionOutput(db, optionOutputId);
    const output = wanted && (await findOutputWork(db, wanted.outputId));
    if (!wanted || !output) {
      return { status: 'gone' };
    }
    const isWanted = async () => (await findQueuedOptionOutput(db, optionOutputId)) !== null;
    try {
      const result = await runUnlessCancelled({ isWanted, context }, (signal) =>
        withJobFolder(deps, (folder) => produce(deps, { wanted, output, context, folder, signal })),
      );
      return result ?? { status: 'gone' };
    } catch (error) {
      const fault = faultOf(error, context);
      if (!fault) {
        throw error;
      }
      context.logger.info({ optionOutputId, ...fault, cause: error }, 'files of choices failed');
      await context.commit(db, (trx) => failOptionOutput(trx, optionOutputId));
      return { status: 'failed' };
    }
  };
}

type Work = {
  wanted: { id: string; outputId: string; choices: string };
  output: OutputWork;
  context: JobContext;
  folder: JobFolder;
  signal: AbortSignal;
};

async function produce(deps: JobDeps, { wanted, output, context, folder, signal }: Work): Promise<Result> {
  const stored = readStored(output.document);
  const chosen = combinationOf(wanted.choices);
  const document = shownDocument(stored, chosen);
  const accountId = output.account_id;
  const options = optionTexts(stored, chosen);
  const content = filesContent(document);
  const files = await listDrawableFiles(deps, accountId, assetReferences(content).map(assetIdOf));
  const settings = { ...outputSettings(output), options };
  const digest = filesDigest({ content, settings, assets: files });
  const combination = { ...wanted, accountId, digest };
  if (await transact(deps.db, (trx) => shareOptionOutput(trx, combination))) {
    return { status: 'completed' };
  }
  const assets = await loadFiles(folder, files);
  const built = await buildFiles(deps, { output, document, options, assets, folder, signal });
  const keep = (path: string, contentType: string) => storeFileObject(deps, output, { path, contentType });
  const made = {
    glb: await keep(built.glb, 'model/gltf-binary'),
    ar: await keep(built.ar ?? built.mobile, 'model/gltf-binary'),
    usdz: await keep(built.usdz, 'model/vnd.usdz+zip'),
  };
  await context.commit(deps.db, (trx) => completeOptionOutput(trx, combination, made));
  return { status: 'completed' };
}
