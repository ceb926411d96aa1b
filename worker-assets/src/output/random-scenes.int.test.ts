import { parseDocument } from '@diorama/shared/scene/document.ts';
import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { REPEAT_PATTERNS } from '@diorama/shared/scene/nodes/repeat/limits.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
import { getBounds, uninstance } from '@gltf-transform/functions';
import fc from 'fast-check';
import type { Box3 } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnOf, MODEL, squareModel } from '../test/drawn-scene.ts';
import { openReaderPage, type ReaderPage } from '../test/reader-page.ts';
import { buildGltf } from './build-gltf.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { encodeImage } from './images.ts';
import { measure } from './measure.ts';
import { plainGeometry } from './plain-geometry.ts';
import { writeUsdz } from './write-usdz.ts';
import { writeVariants } from './write-variants.ts';

/**
 * Largest movement of a vertex by quantisation, relative to the scene. Long, squeezed meshes have coarse
 * steps sideways.
 */
const COARSE = 1 / 300;

const length = fc.double({ min: 0.05, max: 5, noNaN: true });
const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
const place = fc.tuple(coordinate, coordinate);
const size = fc.tuple(length, length, length);
const turn = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .map((turned) => (turned.every((one) => one === 0) ? [0, 0, 0, 1] : turned))
  .map((turned) => turned.map((one) => one / Math.hypot(...turned)));
const factor = fc.oneof(fc.constantFrom(1, -1), fc.double({ min: 0.2, max: 3, noNaN: true }));

/** One of the first nodes, of any kind. */
const reference = fc.nat({ max: 7 }).map((at) => `n${at}`);

/** Properties that are not the defaults, by node kind. */
const props: Record<string, fc.Arbitrary<object>> = {
  box: fc.record({ size }),
  sphere: fc.record({ radius: length, sides: fc.integer({ min: 3, max: 40 }) }),
  cylinder: fc.record({ radius: length, height: length, sides: fc.integer({ min: 3, max: 40 }) }),
  cone: fc.record({ radius: length, topRadius: fc.oneof(fc.constant(0), length), height: length }),
  torus: fc.record({ radius: length, tube: length }),
  capsule: fc.record({ radius: length, height: length }),
  pyramid: fc.record({ size }),
  ring: fc.record({ innerRadius: length, outerRadius: length }),
  stairs: fc.record({ width: length, rise: length, run: length, steps: fc.integer({ min: 1, max: 20 }) }),
  roundedBox: fc.record({ size, radius: length }),
  path: fc.record({
    points: fc.array(place, { maxLength: 8 }),
    closed: fc.boolean(),
    depth: length,
    bevel: fc.oneof(fc.constant(0), length),
  }),
  text: fc.record({
    text: fc.constantFrom('Text', '', 'A\nB', 'ñandú Ω', '🙂', 'مرحبا'),
    depth: fc.oneof(fc.constant(0), length),
    bevel: fc.oneof(fc.constant(0), length),
  }),
  wall: fc.record({
    start: place,
    end: place,
    height: length,
    thickness: length,
    justification: fc.constantFrom('center', 'left', 'right'),
    curve: fc.oneof(fc.constant(0), coordinate),
  }),
  opening: fc.record({
    type: fc.constantFrom('door', 'window', 'hole'),
    offset: coordinate,
    width: length,
    height: length,
    sill: length,
    open: fc.integer({ min: 0, max: 120 }),
    flipped: fc.boolean(),
  }),
  model: fc.constant({ asset: MODEL }),
  instance: fc.record({
    component: reference,
    values: fc.dictionary(
      fc.nat({ max: 13 }).map((at) => `nodes/n${at}/visible`),
      fc.boolean(),
      { maxKeys: 2 },
    ),
  }),
  repeat: fc.record({
    pattern: fc.constantFrom(...REPEAT_PATTERNS),
    count: fc.integer({ min: 1, max: 7 }),
    counts: fc.tuple(fc.constant(2), fc.constantFrom(1, 2), fc.constantFrom(1, 3)),
    axis: fc.constantFrom('x', 'y', 'z'),
    angle: fc.double({ min: -6, max: 6, noNaN: true }),
    path: reference,
    surface: reference,
    maxSlope: fc.constantFrom(1, 3.1),
    turns: fc.boolean(),
    jitterPosition: size,
    jitterRotation: fc.constantFrom([0, 0, 0], [0, 3, 1]),
    jitterScale: fc.constantFrom(0, 0.5),
  }),
};

/** Every kind, and repeats with a source and instances of a component more often. */
const kinds = fc.oneof(
  { arbitrary: fc.constantFrom(...nodeDefs.map((def) => def.kind)), weight: 2 },
  { arbitrary: fc.constantFrom('repeat' as const, 'box' as const), weight: 1 },
  { arbitrary: fc.constantFrom('component' as const, 'instance' as const, 'box' as const), weight: 1 },
);

const node = kinds.chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    /** Index of its parent among the earlier nodes. */
    parent: fc.option(fc.nat(), { freq: 2 }),
    visible: fc.integer({ min: 0, max: 9 }).map((die) => die > 0),
    position: fc.tuple(coordinate, coordinate, coordinate),
    rotation: turn,
    scale: fc.tuple(factor, factor, factor),
    material: fc.constantFrom(null, 'glass', 'paper'),
    props: props[kind] ?? fc.constant({}),
  }),
);

const MATERIALS = { glass: { opacity: 0.5, alphaMode: 'blend' }, paper: { doubleSided: true } };

const scenes = fc.array(node, { minLength: 1, maxLength: 14 }).map((nodes) =>
  parseDocument({
    materials: MATERIALS,
    nodes: Object.fromEntries(
      nodes.map(({ parent, ...one }, at) => [
        `n${at}`,
        { ...one, parent: parent === null || at === 0 ? null : `n${parent % at}` },
      ]),
    ),
  }),
);

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
          const { bytes } = await writeUsdz(document, { encodeImage, arPlacement: 'floor' });
          // The validator checks each output.
          const { glb, plain } = await writeVariants(document, { io, encodeImage, purpose: 'scene' });
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
