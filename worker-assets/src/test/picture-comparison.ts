import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { type SceneCamera, sceneCamera } from '@diorama/shared/scene/environment.ts';
import { type Document, getBounds } from '@gltf-transform/core';
import { Vector3 } from 'three';
import { ConversionPool } from '../import/conversion-pool.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { createStage } from '../stage/stage.ts';
import { importForTest } from './import-for-test.ts';
import { type RenderedDifference, renderedDifference } from './rendered-difference.ts';
import { buildStagePage } from './stage-page-build.ts';

/** Sides of the compared pictures, in pixels. */
const SIZE = 256;
const MODEL = '/api/assets/00000000-0000-4000-8000-000000000000';

/**
 * Measures the visible difference that an import makes, with a separate browser and child process. Must be
 * disposed.
 */
export type PictureComparison = AsyncDisposable & {
  /** Draws a GLB unchanged, fitted into the picture. */
  draw: (path: string) => Promise<Buffer>;
  /** Draws an original GLB and both outputs of its import. */
  compare: (path: string) => Promise<{ main: RenderedDifference; mobile: RenderedDifference }>;
};

const MODEL_SCENE = parseDocument({
  environment: { background: { kind: 'transparent' }, ground: { kind: 'none' } },
  nodes: { model: { kind: 'model', props: { asset: MODEL, animation: { playing: false } } } },
});

/** A camera that sees the vertices of a model whole. */
function cameraOf(document: Document): SceneCamera {
  const [scene] = document.getRoot().listScenes();
  const { min, max } = scene ? getBounds(scene) : { min: [0, 0, 0], max: [1, 1, 1] };
  const [low, high] = [new Vector3(...min), new Vector3(...max)];
  const target = low.clone().add(high).divideScalar(2);
  const radius = low.distanceTo(high) / 2 || 1;
  const position = new Vector3(0.7, 0.45, 1).setLength(radius * 4.4).add(target);
  return sceneCamera.parse({ position: position.toArray(), target: target.toArray(), fov: 30 });
}

/** Opens a judge with a new build of the drawing page. */
export async function openPictureComparison(): Promise<PictureComparison> {
  await using failing = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'diorama-rendered-'));
  failing.defer(() => rm(dir, { recursive: true, force: true }));
  await chmod(dir, 0o711);
  await buildStagePage(join(dir, 'web'));
  const logger = { info: () => undefined, warn: () => undefined };
  const stage = createStage({
    webDist: join(dir, 'web'),
    tmpDir: join(tmpdir(), 'diorama-test-stage'),
    logger,
  });
  failing.defer(() => stage.close());
  const pool = await ConversionPool.create({ size: 1 });
  failing.defer(() => pool.close());
  const io = await createGltfIo();
  const draw = async (path: string) =>
    await stage.drawModel(new Uint8Array(await readFile(path)), { size: SIZE });
  /** Draws a GLB from a given camera. An import joins nodes, whose boxes then fit a picture differently. */
  const drawFrom = async (camera: SceneCamera, path: string) => {
    const options = { width: SIZE, height: SIZE, views: [{ kind: 'camera' as const, camera }] };
    const assets = new Map([[MODEL, new Uint8Array(await readFile(path))]]);
    const [picture] = await stage.drawDocument(MODEL_SCENE, assets, options);
    if (!picture) {
      throw new Error('There is no picture');
    }
    return picture;
  };
  const ending = failing.move();
  return {
    draw,
    compare: async (path) => {
      const camera = cameraOf(await io.readGlb(await readFile(path)));
      const before = await drawFrom(camera, path);
      const after = await importForTest(
        pool,
        { bytes: await readFile(path), name: 'model.glb' },
        async (made) => {
          if (made.kind !== 'model') {
            throw new Error('It became no model');
          }
          return { main: await drawFrom(camera, made.glb), mobile: await drawFrom(camera, made.mobile) };
        },
      );
      return {
        main: await renderedDifference(before, after.main),
        mobile: await renderedDifference(before, after.mobile),
      };
    },
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}
