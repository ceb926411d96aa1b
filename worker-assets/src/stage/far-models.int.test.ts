// @module-tag full
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { fbxText } from '../test/fbx-files.ts';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { daeText, printFile } from '../test/other-format-files.ts';
import { hasTrial, readTrial } from '../test/samples.ts';
import { ModelBuilder } from '../test/size-corpus/model-builder.ts';

if (!hasTrial) {
  process.stderr.write('SKIPPED: georeferenced files, which are not on this machine: set DIORAMA_TRIAL\n');
}

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

/** UTM coordinates of a triangle, whose fractions are lost in 32 bits. */
const EAST = 652_345;
const NORTH = 5_823_410;
const UP = 30;
const CORNERS = [
  [0.11, 0.12, 0],
  [1.11, 0.12, 0],
  [0.11, 2.12, 0.5],
] as const;
const PLACES = CORNERS.map(([x, y, z]) => [EAST + x, NORTH + y, UP + z] as const);
const words = PLACES.map((place) => place.map((value) => value.toFixed(2)).join(' '));

function plyText(): Uint8Array {
  const head = ['ply', 'format ascii 1.0', 'element vertex 3', 'property double x', 'property double y'];
  const faces = [
    'property double z',
    'element face 1',
    'property list uchar int vertex_indices',
    'end_header',
  ];
  return strToU8([...head, ...faces, ...words, '3 0 1 2', ''].join('\n'));
}

function plyBinary(): Uint8Array {
  const head = strToU8(
    'ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n',
  );
  const body = new DataView(new ArrayBuffer(9 * 8 + 13));
  PLACES.flat().forEach((value, i) => void body.setFloat64(i * 8, value, true));
  body.setUint8(72, 3);
  [0, 1, 2].forEach((corner, i) => void body.setInt32(73 + i * 4, corner, true));
  return Uint8Array.from([...head, ...new Uint8Array(body.buffer)]);
}

const stl = () =>
  strToU8(
    `solid a\nfacet normal 0 0 1\nouter loop\n${words.map((word) => `vertex ${word}`).join('\n')}\nendloop\nendfacet\nendsolid a\n`,
  );
const obj = () => strToU8([...words.map((word) => `v ${word}`), 'f 1 2 3'].join('\n'));
const dae = () => strToU8(new TextDecoder().decode(daeText()).replace('0 0 0 1 0 0 0 2 0', words.join(' ')));
const print = () =>
  printFile({
    unit: 'meter',
    vertices: [...PLACES, PLACES[0] ?? [0, 0, 0]]
      .map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`)
      .join(''),
  });
const fbx = () => {
  const text = new TextDecoder().decode(fbxText());
  const square = [...PLACES, [EAST + 1.11, NORTH + 2.12, UP]].flat().map((value) => value * 100);
  return strToU8(text.replace('0,0,0,100,0,0,100,100,0,0,100,0', square.join()));
};
const usd = () =>
  strToU8(`#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Y"
)
def Xform "Site" {
    double3 xformOp:translate = (${EAST}, ${NORTH}, ${UP})
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Mesh "Flag" {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [${CORNERS.map((place) => `(${place.join()})`).join()}]
    }
}
`);

type Placing = 'root' | 'child' | 'turned' | 'animated' | 'vertices';

async function glb(placing: Placing): Promise<Uint8Array> {
  const builder = new ModelBuilder();
  const { document } = builder;
  const places = placing === 'vertices' ? PLACES : CORNERS;
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', builder.accessor('VEC3', Float32Array.from(places.flat())));
  const mesh = document.createMesh('Flag').addPrimitive(primitive);
  const isHeld = placing === 'child' || placing === 'turned';
  const node = isHeld ? document.createNode('Flag').setMesh(mesh) : builder.place('Flag', mesh);
  if (placing !== 'vertices') {
    node.setTranslation(placing === 'turned' ? [EAST, UP, -NORTH] : [EAST, NORTH, UP]);
  }
  if (isHeld) {
    const holder = builder.place('Holder', null).addChild(node);
    holder.setRotation(placing === 'turned' ? [Math.SQRT1_2, 0, 0, Math.SQRT1_2] : [0, 0, 0, 1]);
  }
  if (placing === 'animated') {
    const sampler = document
      .createAnimationSampler()
      .setInput(builder.accessor('SCALAR', Float32Array.of(0, 1)))
      .setOutput(builder.accessor('VEC3', Float32Array.of(EAST, NORTH, UP, EAST + 1, NORTH, UP)));
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('translation');
    document.createAnimation('Slide').addSampler(sampler).addChannel(channel.setSampler(sampler));
  }
  return await (await createGltfIo()).writeGlb(document);
}

const FILES: readonly [string, string, () => Uint8Array | Promise<Uint8Array>][] = [
  ['ASCII PLY', 'site.ply', plyText],
  ['binary PLY', 'site.ply', plyBinary],
  ['STL', 'site.stl', stl],
  ['OBJ', 'site.obj', obj],
  ['DAE', 'site.dae', dae],
  ['3MF', 'site.3mf', print],
  ['FBX', 'site.fbx', fbx],
  ['USD', 'site.usda', usd],
  ['GLB with an offset root', 'site.glb', () => glb('root')],
  ['GLB with an offset child', 'site.glb', () => glb('child')],
  ['GLB with an offset child of a rotated node', 'site.glb', () => glb('turned')],
  ['GLB with an animated node', 'site.glb', () => glb('animated')],
];

describe('a model at map coordinates', () => {
  it.each(FILES)('moves to the origin on all axes without rounding: %s', async (_, name, make) => {
    const { description, document, report } = await importer.open({ [name]: await make() });
    const { min, max } = description.bounds;
    for (const value of [...min, ...max]) {
      expect(Math.abs(value)).toBeLessThan(6);
    }
    const sizes = max.map((value, axis) => value - (min[axis] ?? 0)).toSorted((a, b) => a - b);
    const expected = [0.5, 1, 2];
    sizes.forEach((size, axis) => void expect(size).toBeCloseTo(expected[axis] ?? 0, 3));
    const offset = description.offset ?? [0, 0, 0];
    expect(Math.abs(Math.abs(offset[0]) - EAST)).toBeLessThan(10);
    expect(Math.max(...offset.map(Math.abs))).toBeGreaterThan(NORTH - 10);
    expect(inEnglish(report.warnings).join()).toContain(`Its offset is ${offset.join(', ')} meters.`);
    expect(document.getRoot().getAsset().extras).toMatchObject({ originOffset: offset });
    for (const node of document.getRoot().listNodes()) {
      expect(Math.max(...node.getTranslation().map(Math.abs))).toBeLessThan(1_000);
    }
  });

  it('moves to the origin even if its vertices are already rounded', async () => {
    const { description } = await importer.open({ 'site.glb': await glb('vertices') });
    expect(Math.max(...description.bounds.max)).toBeLessThan(6);
    expect(Math.min(...description.bounds.min)).toBeGreaterThan(-6);
  });

  it('keeps the movement of an animated node', async () => {
    const { document } = await importer.open({ 'site.glb': await glb('animated') });
    const output = document.getRoot().listAnimations()[0]?.listSamplers()[0]?.getOutput();
    const [from = [], to = []] = [output?.getElement(0, []), output?.getElement(1, [])];
    expect((to[0] ?? 0) - (from[0] ?? 0)).toBeCloseTo(1, 3);
    expect(Math.max(...to.map(Math.abs))).toBeLessThan(6);
  });
});

describe.skipIf(!hasTrial)('a georeferenced file', () => {
  it.each([
    ['facade-utm.ply', 2.95],
    ['site-2km-utm.obj', 2_000],
    ['geo-referenced.glb', 39],
  ])('%s is moved to the origin', async (name, size) => {
    const { description } = await importer.open({ [name]: await readTrial(name) });
    const { min, max } = description.bounds;
    expect(Math.max(...[...min, ...max].map(Math.abs))).toBeLessThan(size);
    expect(Math.max(...max.map((value, axis) => value - (min[axis] ?? 0)))).toBeCloseTo(size, 1);
  });
});
