import type { PayloadOf, ResultOf } from '@diorama/shared/jobs/index.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { storeObject } from '@diorama/shared/server/db/objects.ts';
import { attachCarousel, findOutputWork } from '@diorama/shared/server/db/repositories/scene-outputs.ts';
import type { JobContext } from '@diorama/shared/server/worker.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { loadSceneAssets } from './load-scene-assets.ts';

const FRAMES = 12;
const FRAME = { width: 480, height: 360 } as const;
/** A little from above, as one looks at a thing on a table. */
const HEIGHT = 0.45;
const FIELD_OF_VIEW = 35;

/** Draws the turntable of a completed output. */
export function sceneCarousel(deps: JobDeps) {
  const { db, stage } = deps;
  return async (
    { outputId }: PayloadOf<'scene.carousel'>,
    context: JobContext,
  ): Promise<ResultOf<'scene.carousel'>> => {
    const output = await findOutputWork(db, outputId);
    if (output?.status !== 'completed' || output.carousel_objects.length > 0) {
      return { frames: output?.carousel_objects.length ?? 0 };
    }
    const document = parseDocument(output.document);
    const pictures = await withJobFolder(deps, async (folder) => {
      const { account_id: accountId, asset_ids: assetIds } = output;
      const assets = await loadSceneAssets(deps, { folder, accountId, assetIds });
      return stage.drawDocument(document, assets, { ...FRAME, views: turntable() });
    });
    const frames: string[] = [];
    for (const body of pictures) {
      const object = await storeObject(deps, {
        accountId: output.account_id,
        body,
        contentType: 'image/webp',
      });
      frames.push(object.id);
    }
    await db.transaction(async (trx) => {
      await attachCarousel(trx, output, frames);
      await context.complete(trx);
    });
    return { frames: frames.length };
  };
}

function turntable() {
  return Array.from({ length: FRAMES }, (_, at) => {
    const angle = (at / FRAMES) * 2 * Math.PI;
    const from: [number, number, number] = [Math.sin(angle), HEIGHT, Math.cos(angle)];
    return { kind: 'fit' as const, from, fov: FIELD_OF_VIEW };
  });
}
