import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { finishThumbnail } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { type AssetRow, findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import { drawPlaceholder } from '../stage/placeholder.ts';
import { NothingVisibleError } from '../stage/stage-error.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { noteMissingThumbnail } from './note-missing-thumbnail.ts';

const SIZE_PX = 512;

/**
 * Draws a converted model's thumbnail, which makes the asset ready. A model without visible content gets a
 * placeholder and a warning.
 */
export function assetThumbnail(deps: JobDeps) {
  const { db } = deps;
  return async (
    { assetId }: PayloadOf<'asset.thumbnail'>,
    context: JobContext,
  ): Promise<ResultOf<'asset.thumbnail'>> => {
    const asset = await findAsset(db, assetId);
    if (!asset || !mayBeDrawn(asset) || asset.main_object === null) {
      return { thumbnail: asset?.thumbnail_object ?? null };
    }
    const drawn = await draw(deps, asset.main_object, context);
    const object = await storeObject(deps, {
      accountId: asset.account_id,
      body: drawn ?? (await drawPlaceholder(SIZE_PX)),
      contentType: 'image/webp',
    });
    const report = noteMissingThumbnail(asset.report, drawn !== null);
    await db.transaction(async (trx) => {
      await finishThumbnail(trx, asset, { thumbnail: object.id, report });
      await context.complete(trx);
    });
    return { thumbnail: object.id };
  };
}

/**
 * Whether a ready model may get a missing thumbnail, when operators run the job again after a browser
 * failure.
 */
function mayBeDrawn({ status, thumbnail_object }: AssetRow): boolean {
  return (status === 'processing' || status === 'ready') && thumbnail_object === null;
}

/** @returns null for a model without visible content. @throws when the browser fails. */
async function draw(deps: JobDeps, main: string, context: JobContext): Promise<Buffer | null> {
  try {
    return await withJobFolder(deps, async (folder) =>
      deps.stage.drawModel({ path: await folder.fetch(main, 'model.glb') }, { size: SIZE_PX }),
    );
  } catch (error) {
    if (!(error instanceof NothingVisibleError) || !context.isLastAttempt) {
      throw error;
    }
    context.logger.warn({ err: error }, 'a model shows nothing and gets a placeholder');
    return null;
  }
}
