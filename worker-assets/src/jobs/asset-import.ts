import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { LARGE_BYTES, MAX_PROMPT_TURN } from '@diorama/shared/domain/import-queue.ts';
import type { ResultOf } from '@diorama/shared/jobs/index.ts';
import {
  beginImport,
  failAsset,
  finishModel,
  finishPicture,
  reportImport,
} from '@diorama/shared/server/assets/asset-import.queries.ts';
import { type AssetRow, findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { JobContext, JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import type { Lane } from '../import/conversion-pool.ts';
import type { ImportError } from '../import/import-error.ts';
import {
  type ImportedModel,
  type ImportedPicture,
  type ImportRequest,
  importFile,
} from '../import/import-file.ts';
import type { JobDeps } from './deps.ts';
import { fileFaultOf } from './file-fault.ts';
import { withJobFolder } from './job-folder.ts';
import { runUnlessCancelled } from './run-unless-cancelled.ts';
import { storeFileObject, storePictureFiles } from './store-file.ts';

/** Step that is always reported, in percent. */
const STEP_PERCENT = 5;

/** Interval between reports of smaller steps, in milliseconds. */
const EVERY_MS = 1_000;

const EXPECTED: Readonly<Record<number, ImportRequest['expects']>> = {
  [ASSET_TYPE.model]: 'model',
  [ASSET_TYPE.hdri]: 'sky',
  [ASSET_TYPE.font]: 'font',
  [ASSET_TYPE.sound]: 'sound',
};

type Result = ResultOf<'asset.import'>;

/** Returns the elapsed time in seconds. */
type Clock = () => number;

function startClock(): Clock {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1_000;
}

/** Inspects, converts and optimises an uploaded file. An invalid file fails the asset, not the job. */
export function assetImport(deps: JobDeps): JobHandler<'asset.import'> {
  const { db } = deps;
  return async ({ assetId, round = 0 }, context) => {
    const asset = await findAsset(db, assetId);
    if (!asset?.original_object) {
      return { status: 'gone' };
    }
    // A dead-lettered job that is retried must not affect a later import of the file.
    const isVoid = asset.import_round !== round;
    const isOver =
      isVoid || asset.status === 'ready' || asset.status === 'failed' || asset.main_object !== null;
    if (isOver || !(await beginImport(db, asset, context.fence))) {
      return { status: asset.status === 'uploaded' ? 'processing' : asset.status };
    }
    if (asset.type === ASSET_TYPE.model) {
      // The browser can start for the thumbnail, which comes next and takes seconds. The thumbnail's job
      // reports a failure.
      deps.stage.warm().catch((err: unknown) => context.logger.warn({ err }, 'stage could not be warmed up'));
    }
    const original = asset.original_object;
    const isWanted = async () => (await findAsset(db, assetId))?.import_round === round;
    try {
      const result = await runUnlessCancelled({ isWanted, context }, (signal) =>
        convert(deps, { asset, original, signal }, context),
      );
      return result ?? { status: 'gone' };
    } catch (error) {
      const fault = fileFaultOf(error, { isLastAttempt: context.isLastAttempt });
      if (!fault) {
        throw error;
      }
      await failImport(db, asset, { fault, context });
      return { status: 'failed' };
    }
  };
}

function convert(
  deps: JobDeps,
  { asset, original, signal }: { asset: AssetRow; original: string; signal: AbortSignal },
  context: JobContext,
): Promise<Result> {
  const { db, pool, stage } = deps;
  const report = throttleProgress((percent) =>
    // Progress is only for display, and the next update replaces a lost one.
    reportImport(db, asset, { fence: context.fence, percent }).catch((err: unknown) =>
      context.logger.debug({ err }, 'progress could not be stored'),
    ),
  );
  const clock = startClock();
  return withJobFolder(deps, async (folder) => {
    const imported = await importFile(
      { pool, convertInPage: stage.convert },
      {
        file: { name: asset.name, path: await folder.fetch(original, 'original') },
        dir: folder.path,
        expects: EXPECTED[asset.type] ?? 'picture',
        lane: laneOf(asset),
        signal,
        onProgress: report,
      },
    );
    return imported.kind === 'model'
      ? storeModel(deps, asset, { imported, clock }, context)
      : storePicture(deps, asset, { imported, original, clock }, context);
  });
}

function laneOf({ size, turn }: AssetRow): Lane {
  if (size >= LARGE_BYTES) {
    return 'large';
  }
  return turn > MAX_PROMPT_TURN ? 'bulk' : 'small';
}

async function storeModel(
  deps: JobDeps,
  asset: AssetRow,
  { imported: model, clock }: { imported: ImportedModel; clock: Clock },
  context: JobContext,
): Promise<Result> {
  const contentType = 'model/gltf-binary';
  const main = await storeFileObject(deps, asset, { path: model.glb, contentType });
  const mobile = await storeFileObject(deps, asset, { path: model.mobile, contentType });
  await context.commit(deps.db, async (trx) => {
    const extra = { ...model.description, importSeconds: clock() };
    await finishModel(trx, asset, { main, mobile, report: model.report, extra });
  });
  return { status: 'processing' };
}

async function storePicture(
  deps: JobDeps,
  asset: AssetRow,
  { imported, original, clock }: { imported: ImportedPicture; original: string; clock: Clock },
  context: JobContext,
): Promise<Result> {
  const objects = await storePictureFiles(deps, asset, { imported, original });
  await context.commit(deps.db, async (trx) => {
    const { report, pixels, seconds } = imported;
    const extra = { pixels, seconds, importSeconds: clock() };
    await finishPicture(trx, asset, { ...objects, report, extra });
  });
  return { status: 'ready' };
}

/** Ends an import with an invalid file. The job completes: the user is notified, operators are not. */
async function failImport(
  db: Knex,
  asset: Pick<AssetRow, 'id' | 'account_id' | 'import_round'>,
  { fault, context }: { fault: ImportError; context: Pick<JobContext, 'logger' | 'commit'> },
): Promise<void> {
  const { code, message, reason: detail } = fault;
  context.logger.info(
    { assetId: asset.id, code, reason: message, cause: fault.cause },
    'file could not be imported',
  );
  await context.commit(db, (trx) => failAsset(trx, asset, { code, detail }));
}

/**
 * Throttles progress in whole percent, to save database writes. Reports every five percent, and smaller steps
 * at most once per second.
 */
export function throttleProgress(
  report: (percent: number) => unknown,
  now: () => number = () => performance.now(),
): (percent: number) => void {
  let [reported, reportedAt] = [0, now()];
  return (share) => {
    const percent = Math.floor(share);
    const isDue =
      percent >= reported + STEP_PERCENT || (percent > reported && now() >= reportedAt + EVERY_MS);
    if (isDue) {
      [reported, reportedAt] = [percent, now()];
      report(percent);
    }
  };
}
