// @module-tag full
import { getBounds, uninstance } from '@gltf-transform/functions';
import fc from 'fast-check';
import type { Box3 } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenScenes, PICTURE } from '../test/chosen-scenes.ts';
import { allLooks, partsIn } from '../test/drawn-parts.ts';
import { drawnOf, squareModel } from '../test/drawn-scene.ts';
import { openReaderPage, type ReaderPage } from '../test/reader-page.ts';
import { asPng, clouds } from '../test/size-corpus/pictures.ts';
import { buildGltf } from './build-gltf.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { measure } from './measure.ts';
import { plainGeometry } from './plain-geometry.ts';
import { writeUsdz } from './write-usdz.ts';
import { writeVariants } from './write-variants.ts';

/**
 * Largest movement of a vertex by quantisation, relative to the scene. Long, squeezed meshes have coarse
 * steps sideways.
 */
const COARSE = 1 / 300;

let io: GltfIo;
let readers: ReaderPage;
let assets: Map<string, Uint8Array>;
beforeAll(async () => {
  io = await createGltfIo();
  readers = await openReaderPage();
  assets = (await squareModel(io)).set(PICTURE, await asPng(await clouds(64, 1)));
});
afterAll(async () => {
  await readers?.close();
});

function expectSameBox(bounds: { min: readonly number[]; max: readonly number[] }, box: Box3): void {
  const most = box.max.distanceTo(box.min) * COARSE;
  for (const side of ['min', 'max'] as const) {
    expect(
      Math.max(...bounds[side].map((value, axis) => Math.abs(value - box[side].getComponent(axis)))),
    ).toBeLessThan(most);
  }
}

describe('scenes of any node kinds, nested, rotated, stretched and mirrored', () => {
  it('are exported as they are drawn, with any choices of their options', async () => {
    await fc.assert(
      fc.asyncProperty(chosenScenes, async (scene) => {
        const { triangles, box, parts } = await drawnOf(scene);
        const { document, dropped } = await buildGltf(scene, assets, io);
        await plainGeometry(document);
        const { bytes } = await writeUsdz(document, { arPlacement: 'floor' });
        // The validator checks each output.
        const { glb, plain } = await writeVariants(document, { io, purpose: 'scene' });
        expect(dropped).toBe(0);
        for (const written of plain ? [glb, plain] : [glb]) {
          const back = await io.readGlb(written);
          expect(measure(back).triangles).toBe(triangles);
          // The library has no bounds of instances.
          await back.transform(uninstance());
          const read = partsIn(back);
          expect(allLooks(read)).toEqual(allLooks(parts));
          // Instances of one mesh have no names.
          if (!Object.hasOwn(read, '')) {
            expect(read).toEqual(parts);
          }
          const [shown] = back.getRoot().listScenes();
          if (shown && triangles > 0) {
            expectSameBox(getBounds(shown), box);
          }
        }
        const read = await readers.readWithTinyUsdz(bytes);
        expect(read.triangles).toBe(triangles);
        if (triangles > 0) {
          expectSameBox(read.bounds, box);
        }
        expect(partsIn(await io.readGlb(await readers.toGlb(bytes)))).toEqual(parts);
      }),
      { numRuns: 200 },
    );
  });
});
