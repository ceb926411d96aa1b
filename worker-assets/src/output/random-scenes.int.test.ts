// @module-tag full
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { getBounds, uninstance } from '@gltf-transform/functions';
import fc from 'fast-check';
import type { Box3 } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnOf, squareModel } from '../test/drawn-scene.ts';
import { coordinate, length, randomScenes as scenes, size, turn } from '../test/random-scenes.ts';
import { openReaderPage, type ReaderPage } from '../test/reader-page.ts';
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

/** Values of one field of one of the first nodes, of which some do not fit or name no node. */
const value = fc.nat({ max: 15 }).chain((at) =>
  fc.oneof(
    fc.boolean().map((visible) => [`nodes/n${at}/visible`, visible]),
    fc.tuple(coordinate, coordinate, coordinate).map((position) => [`nodes/n${at}/position`, position]),
    turn.map((rotation) => [`nodes/n${at}/rotation`, rotation]),
    fc.constantFrom(null, 'glass', 'paper', 'gone').map((material) => [`nodes/n${at}/material`, material]),
    size.map((sizes) => [`nodes/n${at}/props.size`, sizes]),
    length.map((radius) => [`nodes/n${at}/props.radius`, radius]),
    fc.constantFrom('glass', 'paper').map((id) => [`materials/${id}/opacity`, 1]),
  ),
);

/** Two options of three choices each, and one of the nine combinations. */
const combinations = fc.record({
  sets: fc.array(fc.array(value, { maxLength: 6 }), { minLength: 6, maxLength: 6 }),
  excluded: fc.boolean(),
  chosen: fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })),
});

/** A scene with options, as visitors see it with a combination of choices. */
const chosenScenes = fc.tuple(scenes, combinations).map(([scene, { sets, excluded, chosen }]) => {
  const choices = sets.map((set, at) => [
    `c${at}`,
    {
      option: at < 3 ? 'a' : 'b',
      index: `a${at}`,
      values: Object.fromEntries(set),
      excludes: excluded && at === 1 ? ['c3'] : [],
    },
  ]);
  const options = { a: {}, b: { index: 'a1' } };
  const document = parseDocument({ ...scene, options, choices: Object.fromEntries(choices) });
  const wanted = new Map([
    ['a', `c${chosen[0]}`],
    ['b', `c${chosen[1] + 3}`],
  ]);
  return shownDocument(document, wanted);
});

let io: GltfIo;
let readers: ReaderPage;
let assets: Map<string, Uint8Array>;
beforeAll(async () => {
  io = await createGltfIo();
  readers = await openReaderPage();
  assets = await squareModel(io);
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

describe('scenes of any kinds, in each other, turned, stretched and mirrored', () => {
  it('are published as they are drawn, also with any choices of their options', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          scenes.map((scene) => shownDocument(scene)),
          chosenScenes,
        ),
        async (scene) => {
          const { triangles, box } = await drawnOf(scene);
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
        },
      ),
      { numRuns: 100 },
    );
  });
});
