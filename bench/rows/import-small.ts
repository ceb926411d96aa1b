import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { NodeIO } from '@gltf-transform/core';
import { ROUNDS, summarise } from '../measure.ts';
import { assetReady, makeOutput, sceneOf, uploadModel } from '../models.ts';
import { openProduct } from '../product.ts';
import { atMost, type Row } from '../row.ts';

const SAMPLES = process.env.DIORAMA_SAMPLES ?? resolve(import.meta.dirname, '../../../shared/samples');
const MODEL = join(SAMPLES, 'glb/2CylinderEngine.glb');

const seconds = async (run: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await run();
  return (performance.now() - startedAt) / 1_000;
};

/** The sample under another internal name, as equal files are stored once. */
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
    using ends = new DisposableStack();
    const dir = mkdtempSync(join(tmpdir(), 'diorama-import-small-'));
    ends.defer(() => rmSync(dir, { recursive: true, force: true }));
    await using product = await openProduct();
    const imports: number[] = [];
    const outputs: number[] = [];
    let scene: string | undefined;
    for (let round = -1; round < ROUNDS; round += 1) {
      const asset = await uploadModel(product, await writeVariant(dir, round));
      const imported = await seconds(() => assetReady(product, asset));
      scene = await sceneOf(product, asset, scene);
      const shown = scene;
      const made = await seconds(() => makeOutput(product, shown));
      if (round >= 0) {
        imports.push(imported);
        outputs.push(made);
      }
    }
    const measured = [summarise('import', imports), summarise('output', outputs)];
    return {
      unit: 's',
      measured,
      goals: [
        atMost('import s', measured[0]?.median ?? Number.NaN, 5),
        atMost('output s', measured[1]?.median ?? Number.NaN, 10),
      ],
      notes: ['output: GLB, its lighter form for phones, USDZ, and its pictures'],
    };
  },
};
