import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { createStage } from '@diorama/worker-assets/stage/stage.ts';
import { NodeIO } from '@gltf-transform/core';
import { ROUNDS, timesOfParts } from '../measure.ts';
import { assetReady, makeOutput, sceneOf, uploadModel } from '../models.ts';
import { peerBinary } from '../peers.ts';
import { openProduct } from '../product.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const SAMPLES = process.env.DIORAMA_SAMPLES ?? resolve(import.meta.dirname, '../../../shared/samples');
const ROOT = resolve(import.meta.dirname, '../..');
const SIZE = 512;
const MODEL = join(SAMPLES, 'glb/2CylinderEngine.glb');

const seconds = async (run: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await run();
  return (performance.now() - startedAt) / 1_000;
};

/** A copy of the sample with another name inside, because equal files are stored once. */
async function writeVariant(dir: string, round: number): Promise<string> {
  const io = new NodeIO();
  const document = await io.read(MODEL);
  document.getRoot().listScenes()[0]?.setName(`Round ${round}`);
  const path = join(dir, `engine-${round}.glb`);
  await io.write(path, document);
  return path;
}

export const importSmall: Row = {
  name: 'import-small',
  what: 'a sample of 1.8 MB: from the end of its upload until it is ready with its picture; then the files of a scene of it',
  run: async () => {
    if (!existsSync(MODEL)) {
      throw new Error(`There is no sample ${MODEL}: set DIORAMA_SAMPLES`);
    }
    using dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-import-small-'));
    await using product = await openProduct();
    const stage = createStage({
      webDist: join(ROOT, 'web/dist'),
      tmpDir: join(ROOT, '.data/chromium'),
      logger: createLogger('bench', { level: 'error' }),
    });
    await using pages = new AsyncDisposableStack();
    pages.defer(() => stage.close());
    /** Optimises the model as a command does, and draws one picture in a warm browser. */
    const optimise = async (model: string) => {
      const into = join(dir.path, 'optimised.glb');
      const { status } = spawnSync(peerBinary('gltf-transform'), ['optimize', model, into]);
      if (status !== 0) {
        throw new Error('gltf-transform optimised nothing');
      }
      await stage.drawModel(readFileSync(MODEL), { size: SIZE });
    };
    let scene: string | undefined;
    const measured = await timesOfParts(
      ['import', 'gltf-transform and a picture', 'output'] as const,
      { warmUp: 1, turns: ROUNDS },
      async (turn) => {
        const variant = await writeVariant(dir.path, turn);
        const peer = await seconds(() => optimise(variant));
        const asset = await uploadModel(product, variant);
        const imported = await seconds(() => assetReady(product, asset));
        const shown = await sceneOf(product, asset, scene);
        scene = shown;
        const output = await seconds(() => makeOutput(product, shown));
        return { import: imported, 'gltf-transform and a picture': peer, output };
      },
    );
    return {
      unit: 's',
      measured,
      goals: [
        atMost(
          'import, of gltf-transform optimize and a picture',
          medianOf(measured, 'import') / medianOf(measured, 'gltf-transform and a picture'),
          2.5,
        ),
        atMost('output s', medianOf(measured, 'output'), 10),
      ],
      notes: ['output: GLB, its lighter form for phones, USDZ, and its pictures'],
    };
  },
};
