import type { StageView } from '@diorama/shared/domain/stage-protocol.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { readShown } from '@diorama/shared/scene/options/shown-document.ts';
import { type SavedView, savedViewsOf } from '@diorama/shared/scene/saved-views.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import {
  attachCarousel,
  type CarouselPlace,
  findOutputWork,
  type OutputWork,
} from '@diorama/shared/server/scenes/scene-outputs.queries.ts';
import type { DrawOptions } from '../stage/stage.ts';
import type { JobDeps } from './deps.ts';
import { withJobFolder } from './job-folder.ts';
import { loadSceneAssets } from './load-scene-assets.ts';

const FRAMES = 12;
/** Frames of a drawing; pictures of other scenes and models come between two drawings. */
const FRAMES_AT_ONCE = 2;
const FRAME = { width: 480, height: 360 } as const;
/** Camera height slightly above the scene. */
const HEIGHT = 0.45;
const FIELD_OF_VIEW = 35;

const MAX_VIEWS = 8;
const LARGE = { width: 1920, height: 1080 } as const;

/** Pictures of one series and their column of the output. Each drawing has a separate timeout. */
type Series = { place: CarouselPlace; drawings: DrawOptions[] };

/** Draws the turntable of a completed output, then a large picture of each saved view. */
export function sceneCarousel(deps: JobDeps): JobHandler<'scene.carousel'> {
  return async ({ outputId }) => {
    const output = await findOutputWork(deps.db, outputId);
    if (output?.status !== 'completed') {
      return { frames: 0, views: 0 };
    }
    const document = readShown(output.document);
    const views = largeViews(document);
    const series: Series[] = [
      { place: 'carousel_objects', drawings: turntable().map((views) => ({ ...FRAME, views })) },
      // One by one: with effects, all views together exceed the timeout of a drawing and block other jobs.
      { place: 'carousel_hd_objects', drawings: views.map((view) => ({ ...LARGE, views: [view] })) },
    ];
    const missing = series.filter(({ place, drawings }) => drawings.length > 0 && output[place].length === 0);
    if (missing.length > 0) {
      await drawSeries(deps, { output, document, series: missing });
    }
    return { frames: FRAMES, views: views.length };
  };
}

/** Each series is stored as soon as it is drawn, so that a later failure does not affect it. */
async function drawSeries(
  deps: JobDeps,
  { output, document, series }: { output: OutputWork; document: SceneDocument; series: readonly Series[] },
): Promise<void> {
  const { account_id: accountId, asset_ids: assetIds } = output;
  await withJobFolder(deps, async (folder) => {
    const assets = await loadSceneAssets(deps, { folder, accountId, assetIds });
    for (const { place, drawings } of series) {
      const pictures: string[] = [];
      for (const drawing of drawings) {
        for (const body of await deps.stage.drawDocument(document, assets, {
          ...drawing,
          urgency: 'later',
        })) {
          pictures.push((await storeObject(deps, { accountId, body, contentType: 'image/webp' })).id);
        }
      }
      await deps.db.transaction((trx) => attachCarousel(trx, output, { place, pictures }));
    }
  });
}

/** The views around the scene, in drawings. */
function turntable(): StageView[][] {
  const frames = Array.from({ length: FRAMES }, (_, at): StageView => {
    const angle = (at / FRAMES) * 2 * Math.PI;
    return { kind: 'fit', from: [Math.sin(angle), HEIGHT, Math.cos(angle)], fov: FIELD_OF_VIEW };
  });
  return Array.from({ length: FRAMES / FRAMES_AT_ONCE }, (_, at) =>
    frames.slice(at * FRAMES_AT_ONCE, (at + 1) * FRAMES_AT_ONCE),
  );
}

/** The first saved views of the scene, in their order. */
function largeViews(document: SceneDocument): StageView[] {
  return savedViewsOf(document).slice(0, MAX_VIEWS).map(stageViewOf);
}

function stageViewOf({ position, ahead, fov }: SavedView): StageView {
  const target = position.clone().add(ahead);
  const camera = { position: position.toArray(), target: target.toArray(), fov };
  return { kind: 'camera', camera: { ...camera, projection: 'perspective' } };
}
