import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document, Primitive } from '@gltf-transform/core';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionPool } from '../import/conversion-pool.ts';
import { type ImportedModel, importFile } from '../import/import-file.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import { FBX_MATERIAL, FBX_MODEL, fbxMaterial, fbxPicture, fbxText } from '../test/fbx-files.ts';
import { buildStagePage } from '../test/stage-page-build.ts';
import { createStage, type Stage } from './stage.ts';

let dir: string;
let stage: Stage;
let pool: ConversionPool;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-foreign-'));
  await chmod(dir, 0o711);
  await buildStagePage(join(dir, 'web'));
  const logger = { info: () => undefined, warn: () => undefined };
  stage = createStage({ webDist: join(dir, 'web'), tmpDir: join(dir, 'browser'), logger });
  pool = await ConversionPool.create({ size: 1 });
});
afterAll(async () => {
  await stage?.close();
  pool?.close();
  await rm(dir, { recursive: true, force: true });
});

type Opened = ImportedModel & { document: Document };

/** Imports a file, or several as an archive, and opens the GLB that was made. */
async function open(files: Record<string, Uint8Array>): Promise<Opened> {
  const [single, ...others] = Object.entries(files);
  const [name, bytes] = others.length > 0 || !single ? ['upload.zip', zipSync(files)] : single;
  const path = join(dir, 'upload');
  await writeFile(path, bytes);
  const deps = { pool, tmpDir: join(dir, 'import'), convertInPage: stage.convert };
  return await importFile(deps, { file: { name, path }, expects: 'model' }, async (imported) => {
    if (imported.kind !== 'model') {
      throw new Error('It became no model');
    }
    const glb = new Uint8Array(await readFile(imported.glb));
    await assertValidGlb(glb);
    return { ...imported, document: await (await createGltfIo()).readGlb(glb) };
  });
}

const CAMERA = (near: number, far: number) => `NodeAttribute: 10, "NodeAttribute::Eye", "Camera" {
Properties70:  {
P: "NearPlane", "double", "Number", "",${near}
P: "FarPlane", "double", "Number", "",${far}
}
}
Model: 11, "Model::Eye", "Camera" {
Version: 232
}`;
const CAMERA_LINKS = 'C: "OO",11,0\nC: "OO",10,11';

const CURVES = (target: string) => `AnimationStack: 20, "AnimStack::Take", "" {
}
AnimationLayer: 21, "AnimLayer::Base", "" {
}
AnimationCurveNode: 22, "AnimCurveNode::${target}", "" {
}
AnimationCurve: 23, "AnimCurve::", "" {
KeyTime: *2 {
a: 0,46186158000
}
KeyValueFloat: *2 {
a: 0,100
}
}`;
const CURVE_LINKS = (holder: number) => `C: "OO",21,20
C: "OO",22,21
C: "OP",22,${FBX_MODEL}, "Lcl Translation"
C: "OP",23,${holder}, "d|X"`;

describe('an FBX', () => {
  it.each([
    ['as most tools write it', {}],
    ['indented with spaces', { indent: '  ' }],
    ['not indented at all', { indent: '' }],
    ['with a camera', { objects: CAMERA(10, 4000), connections: CAMERA_LINKS }],
    [
      'with a light that has no settings',
      { objects: 'Model: 11, "Model::Sun", "Light" {\nVersion: 232\n}', connections: 'C: "OO",11,0' },
    ],
    ['with a model that nothing holds', { objects: 'Model: 12, "Model::Lost", "Null" {\nVersion: 232\n}' }],
    [
      'with a mesh that has no geometry',
      { objects: 'Model: 12, "Model::Bare", "Mesh" {\nVersion: 232\n}', connections: 'C: "OO",12,0' },
    ],
    [
      'with a texture without a name',
      {
        objects: 'Texture: 5, "Texture::T", "" {\nVersion: 202\n}',
        connections: `C: "OP",5,${FBX_MATERIAL}, "DiffuseColor"`,
      },
    ],
    ['that moves', { objects: CURVES('T'), connections: CURVE_LINKS(22) }],
  ])('%s comes in whole', async (_, parts) => {
    const { description, report } = await open({ 'square.fbx': fbxText(parts) });
    expect(description).toMatchObject({ triangles: 2, bounds: { min: [0, 0, 0], max: [1, 1, 0] } });
    expect([...report.dropped, ...report.missing]).toEqual([]);
    expect(description.animations).toHaveLength('objects' in parts && parts.objects.includes('Anim') ? 1 : 0);
  });

  it.each([
    ['a camera whose far plane is 0', { objects: CAMERA(10, 0), connections: CAMERA_LINKS }, /camera Eye/],
    [
      'a camera that begins before the eye',
      { objects: CAMERA(-5, 100), connections: CAMERA_LINKS },
      /camera Eye/,
    ],
    [
      'a curve whose holder is not there',
      { objects: CURVES('T'), connections: CURVE_LINKS(99) },
      /curves that move nothing/,
    ],
    [
      'a curve of what nobody knows',
      { objects: CURVES('DiffuseColor'), connections: CURVE_LINKS(22) },
      /curves that move nothing/,
    ],
    [
      'a skin without matrices',
      {
        objects:
          'Deformer: 30, "Deformer::S", "Skin" {\n}\nDeformer: 31, "SubDeformer::C", "Cluster" {\nVersion: 100\n}',
        connections: 'C: "OO",30,1\nC: "OO",31,30',
      },
      /Skins and morph targets/,
    ],
  ])('loses %s, and says so', async (_, parts, line) => {
    const { description, report } = await open({ 'square.fbx': fbxText(parts) });
    expect(description.triangles).toBe(2);
    expect(report.dropped).toEqual([expect.stringMatching(line)]);
  });

  it('keeps all of its clips by their names', async () => {
    const second = CURVES('T')
      .replaceAll(/\b2([0-3]), "/g, '4$1, "')
      .replace('AnimStack::Take', 'AnimStack::Run');
    const links = CURVE_LINKS(22).replaceAll(/\b2([0-3])\b/g, '4$1');
    const { description } = await open({
      'square.fbx': fbxText({
        objects: `${CURVES('T')}\n${second}`,
        connections: `${CURVE_LINKS(22)}\n${links}`,
      }),
    });
    expect(description.animations.map(({ name }) => name)).toEqual(['Take', 'Run']);
  });

  it('with values of materials out of range has them clamped, and says so', async () => {
    const objects = fbxMaterial(`P: "DiffuseColor", "Color", "", "A",1.8,0.5,-0.2
P: "EmissiveColor", "Color", "", "A",4,0,0
P: "Opacity", "double", "Number", "",1.5`);
    const { report, document } = await open({ 'square.fbx': fbxText({ objects }) });
    const [red = 0, , blue = 1] = document.getRoot().listMaterials()[0]?.getBaseColorFactor() ?? [];
    expect([red, blue]).toEqual([1, 0]);
    expect(report.warnings).toEqual([expect.stringMatching(/out of range/)]);
  });

  it.each(['wood.tga', 'wood.png', 'wood.psd'])(
    'whose picture %s was not uploaded is complete, and says so',
    async (name) => {
      const { report, document } = await open({ 'square.fbx': fbxText(fbxPicture(name, null)) });
      expect(report.missing).toEqual([name]);
      expect(document.getRoot().listMeshes()).toHaveLength(1);
    },
  );

  it('finds its TGA beside it', async () => {
    const { report, document } = await open({
      'square.fbx': fbxText(fbxPicture('wood.tga', null)),
      'WOOD.TGA': tga(4),
    });
    expect(report.missing).toEqual([]);
    expect(document.getRoot().listTextures()).toHaveLength(1);
  });

  it.each([1, 2, 7])('of text holds a picture whole, in %i pieces', async (pieces) => {
    const rows = Buffer.alloc(64 * 64 * 3).map((_, i) => (i < 32 * 64 * 3 ? 250 : 10));
    const png = await sharp(rows, { raw: { width: 64, height: 64, channels: 3 } })
      .png()
      .toBuffer();
    const { document } = await open({ 'square.fbx': fbxText(fbxPicture('halves.png', png, pieces)) });
    const image = document.getRoot().listTextures()[0]?.getImage();
    const { data, info } = await sharp(image ?? undefined)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (row: number) => data[(row * info.width + 32) * info.channels] ?? 0;
    // V points up in FBX, and the GLB's pictures are turned for it.
    expect([info.height, at(4) < 60, at(60) > 200]).toEqual([64, true, true]);
  });

  it.each([
    [
      'only begins like one',
      strToU8('Kaydara FBX Binary  \0\x1a\0 and then a letter to somebody'),
      /damaged/,
    ],
    ['is cut off', fbxText().subarray(0, 700), /damaged|nothing to draw|cut off/],
    ['is too old', fbxText({ version: 6100 }), /FBX 6\.1.*GLB/],
  ])('that %s is refused in words for people', async (_, bytes, reason) => {
    const error = await open({ 'square.fbx': bytes }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'ImportError', message: expect.stringMatching(reason) });
    expect(String(error)).not.toMatch(/undefined|reading|THREE|null|function|Offset/i);
  });
});

describe('an OBJ', () => {
  // An arrow head: the corner at the bottom is pushed in, so a fan around the first corner fills what is outside.
  const ARROW = ['v 0 0 0', 'v 1 -1 0', 'v 0 2 0', 'v -1 -1 0'];
  const areaOf = (document: Document) => {
    const node = document
      .getRoot()
      .listNodes()
      .find((candidate) => candidate.getMesh());
    const [width = 1, height = 1] = node?.getWorldScale() ?? [];
    const [primitive] = node?.getMesh()?.listPrimitives() ?? [];
    return primitive ? signedArea(primitive) * width * height : 0;
  };

  it.each([
    ['from its inner corner', '1 2 3 4'],
    ['from each of the others', '2 3 4 1'],
    ['by counting back', '-2 -1 -4 -3'],
  ])('has its concave polygons filled as they are drawn (%s)', async (_, corners) => {
    const { document } = await open({ 'arrow.obj': strToU8([...ARROW, `f ${corners}`].join('\n')) });
    expect(areaOf(document)).toBeCloseTo(2, 1);
  });

  it('keeps faces, lines and points of one object apart', async () => {
    const text = ['o All', ...ARROW, 'f 1 2 3', 'l 1 2 3 4', 'p 1 -1', 'f 1 3 4'].join('\n');
    const { document } = await open({ 'all.obj': strToU8(text) });
    const modes = document
      .getRoot()
      .listMeshes()
      .flatMap((mesh) => mesh.listPrimitives())
      .map((primitive) => {
        const corners = primitive.getIndices()?.getCount() ?? primitive.getAttribute('POSITION')?.getCount();
        return { mode: primitive.getMode(), corners };
      });
    expect(modes).toEqual([
      { mode: 4, corners: 6 },
      { mode: 1, corners: 6 },
      { mode: 0, corners: 2 },
    ]);
  });

  it.each([
    ['points', 'p 1 2 3 4'],
    ['lines', 'l 1 2 3'],
    ['nothing but vertices', ''],
  ])('of %s alone comes in', async (_, elements) => {
    const { document } = await open({ 'few.obj': strToU8([...ARROW, elements].join('\n')) });
    expect(document.getRoot().listMeshes()).toHaveLength(1);
  });

  it.each([
    ['utf16le', '\uFEFF'],
    ['utf16le', ''],
  ] as const)('in %s comes in (mark: "%s")', async (encoding, mark) => {
    const text = `${mark}${['# Größe', ...ARROW, 'f 1 2 3'].join('\r\n')}`;
    const { description } = await open({ 'wide.obj': new Uint8Array(Buffer.from(text, encoding)) });
    expect(description.triangles).toBe(1);
  });
});

describe('a 3DS', () => {
  it('comes in with what moves, where it stands', async () => {
    const { description, document } = await open({ 'door.3ds': movingTds() });
    expect(description.animations).toEqual([{ name: 'Animation', seconds: 1 }]);
    // Z points up in the file.
    expect(rounded(description.bounds)).toEqual({ min: [5, 0, 0], max: [6, 1, 0] });
    const [clip] = document.getRoot().listAnimations();
    const ends = clip?.listChannels().map((channel) => {
      const output = channel.getSampler()?.getOutput();
      const last = output?.getElement(output.getCount() - 1, []) ?? [];
      return [channel.getTargetPath(), ...last.map((value) => Math.round(value * 1000) / 1000 + 0)];
    });
    const half = Math.round(Math.SQRT1_2 * 1000) / 1000;
    expect(ends?.sort()).toEqual([
      ['rotation', 0, 0, -half, half],
      ['translation', 5, 0, 3],
    ]);
  });

  it('whose movement is cut off is complete without it, and says so', async () => {
    const whole = movingTds();
    const broken = whole.slice();
    // The last chunk is said to be longer than the file.
    broken[whole.length - 50 + 2] = 255;
    const { description, report } = await open({ 'door.3ds': broken });
    expect(description).toMatchObject({ triangles: 1, animations: [] });
    expect(report.dropped).toEqual([expect.stringMatching(/Animations/)]);
  });
});

describe('an STL', () => {
  const FACET = 'vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0';
  it.each([
    ['zero', '0 0 0'],
    ['not numbers', 'nan nan nan'],
  ])('whose normals are %s gets those of its facets', async (_, normal) => {
    const text = `solid s\nfacet normal ${normal}\nouter loop\n${FACET}\nendloop\nendfacet\nendsolid s\n`;
    const { document } = await open({ 'flat.stl': strToU8(text) });
    const normals = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('NORMAL');
    expect(normals?.getElement(0, []).map((value) => Math.round(value) + 0)).toEqual([0, 0, 1]);
  });
});

/** A triangle at x = 5 that goes up by 3 in a second, and turns by a quarter about the vertical meanwhile. */
function movingTds(): Uint8Array {
  const chunk = (id: number, ...parts: Uint8Array[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(6);
    head.writeUInt16LE(id, 0);
    head.writeUInt32LE(6 + body.length, 2);
    return Buffer.concat([head, body]);
  };
  const u16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
  const u32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
  const f32 = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer);
  const name = Buffer.from('Door\0');
  const key = (frame: number, ...values: number[]) => Buffer.concat([u32(frame), u16(0), f32(...values)]);
  const track = (id: number, ...keys: Buffer[]) => chunk(id, u16(0), u32(0, 0), u32(keys.length), ...keys);
  const mesh = chunk(
    0x4100,
    chunk(0x4110, u16(3), f32(5, 0, 0, 6, 0, 0, 5, 0, 1)),
    chunk(0x4120, u16(1), u16(0, 1, 2, 7)),
    chunk(0x4160, f32(1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0)),
  );
  const node = chunk(
    0xb002,
    chunk(0xb030, u16(0)),
    chunk(0xb010, name, u16(0, 0, 0xffff)),
    chunk(0xb013, f32(0, 0, 0)),
    track(0xb020, key(0, 5, 0, 0), key(30, 5, 0, 3)),
    track(0xb021, key(0, 0, 0, 0, 1), key(30, Math.PI / 2, 0, 0, 1)),
  );
  const editor = chunk(0x3d3d, chunk(0x4000, name, mesh));
  return new Uint8Array(chunk(0x4d4d, editor, chunk(0xb000, node)));
}

function rounded({ min, max }: { min: number[]; max: number[] }) {
  const round = (values: number[]) => values.map((value) => Math.round(value * 100) / 100 + 0);
  return { min: round(min), max: round(max) };
}

/** The area of triangles in the XY plane; what is wound the other way counts against it. */
function signedArea(primitive: Primitive): number {
  const positions = primitive.getAttribute('POSITION');
  const indices = primitive.getIndices();
  const count = indices?.getCount() ?? positions?.getCount() ?? 0;
  const corner = (i: number) => positions?.getElement(indices?.getScalar(i) ?? i, []) ?? [];
  let area = 0;
  for (let i = 0; i < count; i += 3) {
    const [[ax = 0, ay = 0], [bx = 0, by = 0], [cx = 0, cy = 0]] = [corner(i), corner(i + 1), corner(i + 2)];
    area += ((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
  }
  return area;
}

/** A TGA of one colour. */
function tga(size: number): Uint8Array {
  const head = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, size, 0, size, 0, 24, 0x20];
  return Uint8Array.from([...head, ...Array.from({ length: size * size }, () => [30, 60, 200]).flat()]);
}
