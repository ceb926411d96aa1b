import { sniffFormat } from '@diorama/shared/domain/file-format.ts';
import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import { CARD_ASPECT, SCENE_PICTURE } from '@diorama/shared/domain/picture-sizes.ts';
import type { ResultOf } from '@diorama/shared/jobs/index.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { type OptionTexts, optionTexts } from '@diorama/shared/scene/options/option-texts.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { variantChoices } from '@diorama/shared/scene/options/variant-choices.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import { type JobContext, type JobHandler, JobPostponedError } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import {
  beginOutput,
  completeOutput,
  failOutput,
  findOutputWork,
  findWaitingAssets,
  hasOutput,
  type OutputWork,
  reportOutput,
} from '@diorama/shared/server/scenes/scene-outputs.queries.ts';
import type { BuiltOutputs } from '../import/child-protocol.ts';
import { ChildDiedError, ConversionFaultError } from '../import/conversion-child.ts';
import type { PoolLimits } from '../import/conversion-pool.ts';
import { type ImportCode, ImportError } from '../import/import-error.ts';
import { openingNeed } from '../import/memory-need.ts';
import type { OutputSettings } from '../output/write-outputs.ts';
import { PageOverloadedError } from '../stage/stage-error.ts';
import { awaitImports } from './await-imports.ts';
import type { JobDeps } from './deps.ts';
import { type JobFolder, withJobFolder } from './job-folder.ts';
import { loadSceneAssets, type SceneFile } from './load-scene-assets.ts';
import { OutputError, tooMuch } from './output-error.ts';
import { runUnlessCancelled } from './run-unless-cancelled.ts';
import { storeFileObject } from './store-file.ts';

/** Most processor time of outputs, whose threads may use two processors at once. */
const PROCESSOR_MS = 16 * 60_000;
/** Interval at which an output checks whether another output of its scene has finished, in milliseconds. */
const LOOK_AGAIN_MS = 1_000;

type Result = ResultOf<'scene.output'>;

/** Creates the outputs of a scene in three visible steps: GLB, smaller GLB, AR file, USDZ and thumbnail. */
export function sceneOutput(deps: JobDeps): JobHandler<'scene.output'> {
  const { db } = deps;
  return async ({ outputId }, context) => {
    // Before the document is read, which may be large.
    const waiting = await findWaitingAssets(db, outputId);
    if (waiting) {
      await awaitImports(db, waiting, context);
    }
    const output = await findOutputWork(db, outputId);
    if (!output) {
      return { status: 'gone' };
    }
    if (!(await startOutput(deps, output, context))) {
      const { status = 'superseded' } = (await findOutputWork(db, outputId)) ?? {};
      return { status: status === 'queued' || status === 'running' ? 'superseded' : status };
    }
    const isWanted = () => hasOutput(db, outputId);
    try {
      const result = await runUnlessCancelled({ isWanted, context }, (signal) =>
        withJobFolder(deps, (folder) => produce(deps, { output, context, folder, signal })),
      );
      return result ?? { status: 'gone' };
    } catch (error) {
      const fault = faultOf(error, context);
      if (!fault) {
        throw error;
      }
      context.logger.info({ outputId, ...fault, cause: error }, 'scene output failed');
      await context.commit(db, (trx) => failOutput(trx, output, fault));
      return { status: 'failed' };
    }
  };
}

/**
 * The error of a failed output for the user. Null for errors that operators must see or that a retry may
 * solve.
 */
export function faultOf(
  error: unknown,
  { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>,
): { code: 'output.failed' | ImportCode; detail: ImportMessage | null } | null {
  if (error instanceof ImportError) {
    return { code: error.code, detail: error.reason };
  }
  return error instanceof OutputError && (error.isFinal || isLastAttempt)
    ? { code: 'output.failed', detail: error.reason }
    : null;
}

/**
 * Starts an output unless it has ended.
 * @throws JobPostponedError while another output of the scene is in progress, which does not block other
 * scenes.
 */
async function startOutput({ db }: JobDeps, output: OutputWork, context: JobContext): Promise<boolean> {
  const start = await beginOutput(db, output, context.fence);
  if (start === 'busy') {
    throw new JobPostponedError(LOOK_AGAIN_MS);
  }
  return start === 'started';
}

type Work = { output: OutputWork; context: JobContext; folder: JobFolder; signal: AbortSignal };

async function produce(deps: JobDeps, work: Work): Promise<Result> {
  const { db, stage } = deps;
  const { output, context, folder } = work;
  const report = (step: 1 | 2 | 3, percent: number) =>
    reportOutput(db, output, { fence: context.fence, step, percent });

  const stored = readStored(output.document, (leftOut) =>
    context.logger.warn(
      { outputId: output.id, leftOut: leftOut.slice(0, 20) },
      'fields of a newer release were skipped',
    ),
  );
  const document = shownDocument(stored);
  const { account_id: accountId, asset_ids: assetIds } = output;
  const assets = await loadSceneAssets(deps, { folder, accountId, assetIds });
  const views = [{ kind: 'camera' as const, camera: document.camera }];
  const [picture] = await stage
    .drawDocument(document, assets, { ...SCENE_PICTURE, views, keptAspect: CARD_ASPECT, format: 'jpeg' })
    .catch((cause: unknown) => {
      throw cause instanceof PageOverloadedError ? tooMuch(assets.values(), { of: 'drawing', cause }) : cause;
    });
  if (!picture) {
    throw new Error('The stage drew no picture');
  }
  await report(2, 35);
  const options = optionTexts(stored);
  const built = await buildFiles(deps, { ...work, document, variants: variantsOf(stored), options, assets });
  await report(3, 75);
  const keep = (path: string, contentType: string) => storeFileObject(deps, output, { path, contentType });
  const made = {
    glb: await keep(built.glb, 'model/gltf-binary'),
    mobile: await keep(built.mobile, 'model/gltf-binary'),
    ar: built.ar && (await keep(built.ar, 'model/gltf-binary')),
    usdz: await keep(built.usdz, 'model/vnd.usdz+zip'),
    thumbnail: (await storeObject(deps, { accountId, body: picture, contentType: pictureType(picture) })).id,
    stats: built.stats,
  };
  await context.commit(db, (trx) => completeOutput(trx, output, made));
  return { status: 'completed' };
}

/** The combinations of choices that become material variants; none where they change anything else. */
function variantsOf(stored: SceneDocument): NonNullable<FilesToBuild['variants']> {
  const combinations = variantChoices(stored) ?? [];
  return combinations.map(({ name, chosen }) => ({ name, make: () => shownDocument(stored, chosen) }));
}

function pictureType(picture: Buffer): 'image/jpeg' | 'image/webp' {
  return sniffFormat(picture, picture.length) === 'jpeg' ? 'image/jpeg' : 'image/webp';
}

type FilesToBuild = {
  output: OutputWork;
  /** The document to build, unless the output has a source. */
  document: SceneDocument;
  /** Combinations of choices that the GLB holds beside it. */
  variants?: readonly { name: string; make: () => SceneDocument }[];
  /** The options of the scene, with the choices of the document. */
  options: readonly OptionTexts[];
  assets: ReadonlyMap<string, SceneFile>;
  folder: JobFolder;
  signal: AbortSignal;
};

/** What the files of an output hold beside its document. */
export function outputSettings({ settings, title, workspace }: OutputWork): OutputSettings {
  const { arPlacement, license, creator } = settings;
  return { arPlacement, credits: { title, creator: creator || workspace, license } };
}

/** Builds the files in a child process, from the document or from the GLB that an external client sent. */
export async function buildFiles(
  { pool }: Pick<JobDeps, 'pool'>,
  { output, document, variants = [], options, assets, folder, signal }: FilesToBuild,
): Promise<BuiltOutputs> {
  const settings = outputSettings(output);
  const dir = folder.path;
  const files = [...assets].map(([iri, { path }]) => ({ iri, path }));
  const bytes = [...assets.values()].reduce((sum, file) => sum + file.bytes, 0);
  const limits: PoolLimits = {
    addedBytes: openingNeed(bytes),
    processorMs: PROCESSOR_MS,
    lane: 'output',
    signal,
  };
  if (output.source_object !== null) {
    const original = await folder.fetch(output.source_object, 'source');
    const main = { name: 'source.glb', path: original };
    const { glb } = await pool.run('convert-gltf', { format: 'glb', main, files: [], dir }, limits);
    return pool.run('convert-source', { glb, settings, dir }, limits);
  }
  const scene = await folder.write('scene.json', JSON.stringify(document));
  const made: { name: string; scene: string }[] = [];
  for (const [i, { name, make }] of variants.entries()) {
    made.push({ name, scene: await folder.write(`variant-${i}.json`, JSON.stringify(make())) });
  }
  try {
    const input = { scene, variants: made, assets: files, settings: { ...settings, options }, dir };
    return await pool.run('build-outputs', input, limits);
  } catch (cause) {
    // Conversion errors about "the file" do not help when a scene has several files.
    const of = cause instanceof ChildDiedError ? cause.of : 'crash';
    const isBroken = cause instanceof ImportError || cause instanceof ConversionFaultError;
    throw isBroken ? tooMuch(assets.values(), { of, cause }) : cause;
  }
}
