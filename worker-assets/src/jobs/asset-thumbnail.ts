import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import { findAsset } from '@diorama/shared/server/db/read-models/assets.ts';
import { finishThumbnail } from '@diorama/shared/server/db/repositories/asset-import.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import type { JobDeps } from './deps.ts';
import { endImport } from './end-import.ts';
import { fileFaultOf } from './file-fault.ts';
import { withJobFolder } from './job-folder.ts';

const SIZE_PX = 512;

/** Draws a converted model's picture, with which the asset is ready; a model that shows nothing ends the asset, not the job. */
export function assetThumbnail(deps: JobDeps) {
  const { db, stage } = deps;
  return async (
    { assetId }: PayloadOf<'asset.thumbnail'>,
    context: JobContext,
  ): Promise<ResultOf<'asset.thumbnail'>> => {
    const asset = await findAsset(db, assetId);
    if (asset?.status !== 'processing' || asset.main_object === null) {
      return { thumbnail: asset?.thumbnail_object ?? null };
    }
    const main = asset.main_object;
    let picture: Buffer;
    try {
      picture = await withJobFolder(deps, async (folder) =>
        stage.drawModel({ path: await folder.fetch(main, 'model.glb') }, { size: SIZE_PX }),
      );
    } catch (error) {
      const fault = fileFaultOf(error, { step: 'draw', isLastAttempt: context.isLastAttempt });
      if (!fault) {
        throw error;
      }
      await endImport(db, asset, { fault, context });
      return { thumbnail: null };
    }
    const object = await storeObject(deps, {
      accountId: asset.account_id,
      body: picture,
      contentType: 'image/webp',
    });
    await db.transaction(async (trx) => {
      await finishThumbnail(trx, asset, object.id);
      await context.complete(trx);
    });
    return { thumbnail: object.id };
  };
}
