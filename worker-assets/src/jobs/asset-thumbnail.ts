import { MAX_PROMPT_TURN } from '@diorama/shared/domain/import-queue.ts';
import { finishThumbnail } from '@diorama/shared/server/assets/asset-import.queries.ts';
import { type AssetRow, findAsset } from '@diorama/shared/server/assets/assets.queries.ts';
import type { JobContext, JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import sharp from 'sharp';
import { NothingVisibleError } from '../stage/stage-error.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { noteMissingThumbnail } from './render-thumbnail.ts';

const QUALITY = 86;

/** Icon for a model whose picture cannot be drawn: the outline of a box on a transparent background. */
const BOX = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" fill="none" stroke="#8b8f98" stroke-width="2.5"
  stroke-linejoin="round"><path d="M48 22 71 35v26L48 74 25 61V35z"/><path d="m25 35 23 13 23-13M48 48v26"/></svg>`;

const SIZE_PX = 512;

/**
 * Draws a converted model's thumbnail, which makes the asset ready. A model without visible content gets a
 * placeholder and a warning.
 */
export function assetThumbnail(deps: JobDeps): JobHandler<'asset.thumbnail'> {
  const { db } = deps;
  return async ({ assetId }, context) => {
    const asset = await findAsset(db, assetId);
    if (!asset || !mayBeDrawn(asset) || asset.main_object === null) {
      return { thumbnail: asset?.thumbnail_object ?? null };
    }
    const drawn = await draw(deps, { main: asset.main_object, turn: asset.turn }, context);
    const object = await storeObject(deps, {
      accountId: asset.account_id,
      body: drawn ?? (await drawPlaceholder(SIZE_PX)),
      contentType: 'image/webp',
    });
    const report = noteMissingThumbnail(asset.report, drawn !== null);
    await context.commit(db, (trx) => finishThumbnail(trx, asset, { thumbnail: object.id, report }));
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
async function draw(
  deps: JobDeps,
  { main, turn }: { main: string; turn: number },
  context: JobContext,
): Promise<Buffer | null> {
  try {
    return await withJobFolder(deps, async (folder) =>
      deps.stage.drawModel(
        { path: await folder.fetch(main, 'model.glb') },
        { size: SIZE_PX, urgency: turn > MAX_PROMPT_TURN ? 'later' : 'first' },
      ),
    );
  } catch (error) {
    if (!(error instanceof NothingVisibleError) || !context.isLastAttempt) {
      throw error;
    }
    context.logger.warn({ err: error }, 'model renders empty, using a placeholder');
    return null;
  }
}

/** Draws the placeholder as WebP. @param size pixels per side. */
export async function drawPlaceholder(size: number): Promise<Buffer> {
  return await sharp(Buffer.from(BOX)).resize(size, size).webp({ quality: QUALITY }).toBuffer();
}
