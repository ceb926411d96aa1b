// @module-tag full
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import type { Document, Primitive } from '@gltf-transform/core';
import type { Anisotropy, Clearcoat, Sheen } from '@gltf-transform/extensions';
import { strToU8 } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movingTds } from '../test/3ds-files.ts';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { plyBinary, plyText } from '../test/other-format-files.ts';
import { solidPng } from '../test/sample-documents.ts';

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

const open = (files: Record<string, Uint8Array>) => importer.open(files);
const refusal = (files: Record<string, Uint8Array>) => open(files).catch((error: unknown) => error);

describe('an OBJ', () => {
  // A concave arrow head: a triangle fan around the first vertex would cover area outside of it.
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
    ['starting at the concave corner', '1 2 3 4'],
    ['starting at another corner', '2 3 4 1'],
    ['with negative indices', '-2 -1 -4 -3'],
  ])('fills its concave polygons completely (%s)', async (_, corners) => {
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
    ['vertices only', ''],
  ])('is imported from %s', async (_, elements) => {
    const { document } = await open({ 'few.obj': strToU8([...ARROW, elements].join('\n')) });
    expect(document.getRoot().listMeshes()).toHaveLength(1);
  });

  it.each([
    ['utf16le', '\uFEFF'],
    ['utf16le', ''],
  ] as const)('is imported in %s (mark: "%s")', async (encoding, mark) => {
    const text = `${mark}${['# Größe', ...ARROW, 'f 1 2 3'].join('\r\n')}`;
    const { description } = await open({ 'wide.obj': new Uint8Array(Buffer.from(text, encoding)) });
    expect(description.triangles).toBe(1);
  });

  it.each([
    ['a name with spaces', 'my paint.mtl', 'my paint.mtl'],
    ['a name in quotes', '"my paint.mtl"', 'my paint.mtl'],
    ['escaped spaces in a list of files', 'absent.mtl my\\ paint.mtl', 'my paint.mtl'],
    ['a name before a comment', 'my paint.mtl # by a program', 'my paint.mtl'],
  ])('finds its material library by %s', async (_, named, file) => {
    const text = `mtllib ${named}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3`;
    const { description } = await open({ 'a.obj': strToU8(text), [file]: strToU8('newmtl a\nKd 1 0 0') });
    expect(description.colors).toEqual(['#ff0000']);
  });

  it('shows the picture of a black material at full brightness, as other programs do', async () => {
    const text = 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl a\nf 1/1 2/2 3/3';
    const { document } = await open({
      'a.obj': strToU8(text),
      'a.mtl': strToU8('newmtl a\nKd 0 0 0\nmap_Kd wood.png'),
      'wood.png': await solidPng(8, '#c81e1e'),
    });
    expect(document.getRoot().listMaterials()[0]?.getBaseColorFactor()).toEqual([1, 1, 1, 1]);
  });

  it('draws faces next to lines and points', async () => {
    const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2\np 3\nf 1 2 3';
    const { description, report } = await open({ 'a.obj': strToU8(text) });
    expect([description.triangles, report.dropped]).toEqual([1, []]);
  });

  it('combines ZBrush vertex colors with material colors, which may use decimal commas', async () => {
    const text = [
      'mtllib a.mtl',
      ...ARROW.slice(0, 3),
      '#MRGB ffff0000ff00ff00ff0000ff',
      'usemtl a',
      'f 1 2 3',
    ];
    const library = strToU8('newmtl a\nKd 1,0 0,5 0,5\nd 0,5');
    const { document } = await open({ 'a.obj': strToU8(text.join('\n')), 'a.mtl': library });
    const [material] = document.getRoot().listMaterials();
    expect(material?.getBaseColorFactor().map((value) => Number(value.toFixed(2)))).toEqual([
      1, 0.21, 0.21, 0.5,
    ]);
    const colors = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('COLOR_0');
    const lists = [0, 1, 2].map((i) => colors?.getElement(i, []).slice(0, 3));
    expect(new Set(lists.map((color) => color?.join(' ')))).toEqual(new Set(['1 0 0', '0 1 0', '0 0 1']));
  });
});

describe('an MTL', () => {
  const OBJ = strToU8(
    'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl a\nf 1/1 2/2 3/3',
  );
  const openWith = async (lines: string, pictures: Record<string, Uint8Array>) => {
    const library = strToU8(`newmtl a\nKd 1 1 1\n${lines}`);
    const { document, report } = await open({ 'a.obj': OBJ, 'a.mtl': library, ...pictures });
    const [material] = document.getRoot().listMaterials();
    if (!material) {
      throw new Error('It has no material');
    }
    return { material, dropped: inEnglish(report.dropped) };
  };

  it('keeps metalness, roughness, emission and transparency', async () => {
    const [red, grey] = [await solidPng(8, '#c81e1e'), await solidPng(8, '#808080')];
    const lines = 'Pr 0.3\nmap_Pm grey.png\nmap_Ke red.png\nmap_Kd red.png\nmap_d grey.png';
    const { material, dropped } = await openWith(lines, { 'red.png': red, 'grey.png': grey });
    expect(material.getRoughnessFactor()).toBeCloseTo(0.3);
    expect(material.getMetallicFactor()).toBe(1);
    expect(material.getMetallicRoughnessTexture()).not.toBeNull();
    expect([material.getEmissiveFactor(), material.getEmissiveTexture()]).toEqual([
      [1, 1, 1],
      expect.anything(),
    ]);
    expect(material.getAlphaMode()).toBe('BLEND');
    const { channels } = await sharp(material.getBaseColorTexture()?.getImage() ?? undefined).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 10) * 10)).toEqual([200, 30, 30, 130]);
    expect(dropped).toEqual([]);
  });

  it('uses a bump picture that is a normal map, and reports other height maps as omitted', async () => {
    const files = { 'x.png': await solidPng(8, '#8080ff'), 'y.png': await solidPng(8, '#808080') };
    const { material } = await openWith('map_Bump -bm 1 x.png', files);
    expect(material.getNormalTexture()).not.toBeNull();
    const { material: flat, dropped } = await openWith('bump y.png', files);
    expect([flat.getNormalTexture(), dropped]).toEqual([null, ['Height maps, which cannot be shown']]);
  });

  it('keeps clear coat, sheen and anisotropy, and reports omitted maps of them', async () => {
    const { material, dropped } = await openWith(
      'Pr 0.4\nPc 0.8\nPcr 0.1\nPs 0.5\naniso 0.3\nmap_Ps x.png',
      {},
    );
    const coat = material.getExtension<Clearcoat>('KHR_materials_clearcoat');
    const sheen = material.getExtension<Sheen>('KHR_materials_sheen');
    const shine = material.getExtension<Anisotropy>('KHR_materials_anisotropy');
    expect([coat?.getClearcoatFactor(), coat?.getClearcoatRoughnessFactor()]).toEqual([0.8, 0.1]);
    expect(sheen?.getSheenColorFactor()).toEqual([0.5, 0.5, 0.5]);
    expect([shine?.getAnisotropyStrength(), material.getRoughnessFactor()]).toEqual([0.3, 0.4]);
    expect(dropped).toEqual([expect.stringMatching(/^Specular, sheen and clearcoat maps/)]);
  });

  it('is not metallic if its metalness map is missing', async () => {
    const { material } = await openWith('map_Pm gone.png', {});
    expect(material.getMetallicFactor()).toBe(0);
  });
});

describe('a 3DS', () => {
  it('is imported with its animation, in place', async () => {
    const { description, document } = await open({ 'door.3ds': movingTds() });
    expect(description.animations).toEqual([{ name: 'Animation', seconds: 1 }]);
    // Z points up in the file.
    expect(rounded(description.bounds)).toEqual({ min: [5, 0, 0], max: [6, 1, 0] });
    const [clip] = document.getRoot().listAnimations();
    const ends = clip?.listChannels().map((channel) => {
      const output = channel.getSampler()?.getOutput();
      const last = output?.getElement(output.getCount() - 1, []) ?? [];
      // A quaternion with all signs changed is the same rotation.
      const sign = last.length === 4 && (last[3] ?? 0) < 0 ? -1 : 1;
      return [channel.getTargetPath(), ...last.map((value) => Math.round(sign * value * 1000) / 1000 + 0)];
    });
    const half = Math.round(Math.SQRT1_2 * 1000) / 1000;
    expect(ends?.sort()).toEqual([
      ['rotation', 0, 0, -half, half],
      ['translation', 5, 0, 3],
    ]);
  });

  it('is imported without a truncated animation, which the report names', async () => {
    const whole = movingTds();
    const broken = whole.slice();
    // The length of the last chunk exceeds the file.
    broken[whole.length - 50 + 2] = 255;
    const { description, report } = await open({ 'door.3ds': broken });
    expect(description).toMatchObject({ triangles: 1, animations: [] });
    expect(inEnglish(report.dropped)).toEqual([expect.stringMatching(/Animations/)]);
  });
});

describe('an STL', () => {
  const FACET = 'vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0';
  it.each([
    ['zero', '0 0 0'],
    ['not numbers', 'nan nan nan'],
  ])('gets facet normals if its normals are %s', async (_, normal) => {
    const text = `solid s\nfacet normal ${normal}\nouter loop\n${FACET}\nendloop\nendfacet\nendsolid s\n`;
    const { document } = await open({ 'flat.stl': strToU8(text) });
    const normals = document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('NORMAL');
    expect(normals?.getElement(0, []).map((value) => Math.round(value) + 0)).toEqual([0, 0, 1]);
  });
});

describe('a PLY', () => {
  it('is imported with its faces and vertex colors', async () => {
    const { description, document } = await open({ 'scan.ply': plyText() });
    expect(description.triangles).toBe(1);
    const primitive = document.getRoot().listMeshes()[0]?.listPrimitives()[0];
    expect(primitive?.getAttribute('COLOR_0')?.getElement(0, []).slice(0, 3).map(Math.round)).toEqual([
      1, 0, 0,
    ]);
  });

  it.each([
    ['little', true],
    ['big', false],
  ])('is the same in %s-endian binary form', async (_, isLittle) => {
    const { description, document } = await open({ 'scan.ply': plyBinary(isLittle) });
    expect(rounded(description.bounds)).toEqual({ min: [0, 0, 0], max: [1, 2, 0] });
    expect([
      description.triangles,
      document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getMode(),
    ]).toEqual([1, 4]);
  });

  it('keeps the position of a single vertex', async () => {
    const { description } = await open({ 'scan.ply': plyText({ faces: [], corners: ['1 2 3 0 0 0'] }) });
    expect(description.bounds).toEqual({ min: [1, 2, 3], max: [1, 2, 3] });
  });

  it('is imported as points if it has only vertices', async () => {
    const { document } = await open({ 'scan.ply': plyText({ faces: [] }) });
    expect(document.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getMode()).toBe(0);
  });

  it.each([
    ['billions of vertices', plyText({ counts: { vertex: 4_000_000_000 } })],
    ['fewer vertices than declared', plyText({ counts: { vertex: 30 } })],
    ['faces with missing vertices', plyText({ faces: ['3 0 1 77'] })],
    ['invalid numbers', plyText({ corners: Array(3).fill('nan nan nan 0 0 0') })],
    ['no end of the header', strToU8('ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n')],
  ])('is rejected with a reason: %s', async (_, bytes) => {
    expect(await refusal({ 'scan.ply': bytes })).toMatchObject({
      code: 'import.failed',
      message: expect.stringMatching(/^The file [a-z ]+/),
    });
  });
});

function rounded({ min, max }: { min: number[]; max: number[] }) {
  const round = (values: number[]) => values.map((value) => Math.round(value * 100) / 100 + 0);
  return { min: round(min), max: round(max) };
}

/** Signed area of triangles in the XY plane; reverse winding is negative. */
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
