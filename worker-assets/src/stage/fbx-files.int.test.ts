// @module-tag full
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { strToU8 } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FBX_MATERIAL, FBX_MODEL, fbxMaterial, fbxPicture, fbxText } from '../test/fbx-files.ts';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { solidPng } from '../test/sample-documents.ts';

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

const open = (files: Record<string, Uint8Array>) => importer.open(files);

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

const SKIN =
  'Deformer: 30, "Deformer::S", "Skin" {\n}\nDeformer: 31, "SubDeformer::C", "Cluster" {\nVersion: 100\n}';
const SKIN_LINKS = 'C: "OO",30,1\nC: "OO",31,30';

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
    [
      'with a light that has no settings',
      { objects: 'Model: 11, "Model::Sun", "Light" {\nVersion: 232\n}', connections: 'C: "OO",11,0' },
    ],
    ['with an unconnected model', { objects: 'Model: 12, "Model::Lost", "Null" {\nVersion: 232\n}' }],
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
    [
      'with an unconnected geometry',
      { objects: 'Geometry: 12, "Geometry::", "Mesh" {\nVertices: *9 {\na: 0,0,0,9,0,0,0,9,0\n}\n}' },
    ],
    ['with an animation', { objects: CURVES('T'), connections: CURVE_LINKS(22) }],
  ])('%s is imported completely', async (_, parts) => {
    const { description, report } = await open({ 'square.fbx': fbxText(parts) });
    expect(description).toMatchObject({ triangles: 2, bounds: { min: [0, 0, 0], max: [1, 1, 0] } });
    expect([...report.dropped, ...report.missing]).toEqual([]);
    expect(description.animations).toHaveLength('objects' in parts && parts.objects.includes('Anim') ? 1 : 0);
  });

  it.each([
    [
      'one material applies to all faces',
      'MappingInformationType: "AllSame"\nMaterials: *1 {\na: 1\n}',
      'Red',
    ],
    [
      'each face has a material index',
      'MappingInformationType: "ByPolygon"\nMaterials: *1 {\na: 1\n}',
      'Red',
    ],
    ['no face has a material index', null, 'Paint'],
  ])('assigns the right one of several materials to its faces when %s', async (_, layer, slot) => {
    const text = new TextDecoder().decode(
      fbxText({
        objects: `${fbxMaterial('')}\nMaterial: 6, "Material::Red", "" {\nShadingModel: "phong"\n}`,
        connections: `C: "OO",6,${FBX_MODEL}`,
      }),
    );
    const faces = layer === null ? '' : `LayerElementMaterial: 0 {\n${layer}\n}\n`;
    const file = strToU8(text.replace(/(?=^\s*LayerElementUV: 0)/m, faces));
    const { description, report } = await open({ 'square.fbx': file });
    expect(description).toMatchObject({ triangles: 2, slots: [slot] });
    expect(report.dropped).toEqual([]);
  });

  it('uses the picture of a texture that names its file without a clip', async () => {
    const texture =
      'Texture: 5, "Texture::T", "" {\nFileName: "C:\\work\\wood.png"\nRelativeFilename: "wood.png"\n}';
    const { description, report } = await open({
      'square.fbx': fbxText({ objects: texture, connections: `C: "OP",5,${FBX_MATERIAL}, "DiffuseColor"` }),
      'wood.png': await solidPng(4, '#804020'),
    });
    expect(description.textures).toBe(1);
    expect([...report.dropped, ...report.missing]).toEqual([]);
  });

  it.each([
    [
      'a camera',
      { objects: CAMERA(10, 4000), connections: CAMERA_LINKS },
      /^1 camera, which is not imported$/,
    ],
    [
      'a camera with invalid values',
      { objects: CAMERA(-5, 0), connections: CAMERA_LINKS },
      /^1 camera, which is not imported$/,
    ],
    [
      'an animation of an unsupported property',
      { objects: CURVES('DiffuseColor'), connections: CURVE_LINKS(22) },
      /^1 animations of unsupported properties/,
    ],
    [
      'a skin without matrices',
      {
        objects: `${SKIN}\nModel: 32, "Model::Bone", "LimbNode" {\nVersion: 232\n}`,
        connections: `${SKIN_LINKS}\nC: "OO",32,0\nC: "OO",32,31`,
      },
      /Skins and morph targets/,
    ],
    ['a bone of a skin', { objects: SKIN, connections: SKIN_LINKS }, /^1 skin bones, which are missing$/],
  ])('loses %s, with a line in the report', async (_, parts, line) => {
    const { description, report } = await open({ 'square.fbx': fbxText(parts) });
    expect(description.triangles).toBe(2);
    expect(inEnglish(report.dropped)).toEqual([expect.stringMatching(line)]);
  });

  it('loses nothing for a curve without a holder', async () => {
    const text = fbxText({ objects: CURVES('T'), connections: CURVE_LINKS(99) });
    expect((await open({ 'square.fbx': text })).report.dropped).toEqual([]);
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

  it('clamps material values out of range, with a warning', async () => {
    const objects = fbxMaterial(`P: "DiffuseColor", "Color", "", "A",1.8,0.5,-0.2
P: "EmissiveColor", "Color", "", "A",4,0,0
P: "Opacity", "double", "Number", "",1.5`);
    const { report, document } = await open({ 'square.fbx': fbxText({ objects }) });
    const [red = 0, , blue = 1] = document.getRoot().listMaterials()[0]?.getBaseColorFactor() ?? [];
    expect([red, blue]).toEqual([1, 0]);
    expect(inEnglish(report.warnings)).toEqual([expect.stringMatching(/out of range/)]);
  });

  it.each(['wood.tga', 'wood.png', 'wood.psd'])(
    'is imported without its missing picture %s, which the report lists',
    async (name) => {
      const { report, document } = await open({ 'square.fbx': fbxText(fbxPicture(name, null)) });
      expect(report.missing).toEqual([name]);
      expect(document.getRoot().listMeshes()).toHaveLength(1);
    },
  );

  it('finds its TGA next to it', async () => {
    const { report, document } = await open({
      'square.fbx': fbxText(fbxPicture('wood.tga', null)),
      'WOOD.TGA': tga(4),
    });
    expect(report.missing).toEqual([]);
    expect(document.getRoot().listTextures()).toHaveLength(1);
  });

  it.each([
    ['from the bottom', 0],
    ['from the top', 0x20],
  ])('shows an embedded TGA like an external one, with rows %s', async (_, descriptor) => {
    // The upper half is white in both orders of the rows.
    const [size, half] = [8, 4];
    const pixels = Buffer.alloc(size * size * 3, 0);
    const white = descriptor === 0 ? half : 0;
    pixels.fill(255, white * size * 3, (white + half) * size * 3);
    const head = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, size, 0, size, 0, 24, descriptor];
    const bytes = new Uint8Array([...head, ...pixels]);
    const [inside, beside] = [
      await open({ 'square.fbx': fbxText(fbxPicture('halves.tga', bytes)) }),
      await open({ 'square.fbx': fbxText(fbxPicture('halves.tga', null)), 'halves.tga': bytes }),
    ];
    const rowsOf = async ({ document }: typeof inside) => {
      const image = document.getRoot().listTextures()[0]?.getImage();
      const { data, info } = await sharp(image ?? undefined)
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [0, info.height - 1].map((row) => data[row * info.width * info.channels]);
    };
    expect(await rowsOf(inside)).toEqual(await rowsOf(beside));
    const wrapOf = ({ document }: typeof inside) =>
      document.getRoot().listMaterials()[0]?.getBaseColorTextureInfo()?.getWrapS();
    expect(wrapOf(inside)).toBe(wrapOf(beside));
    expect([...inside.report.dropped, ...inside.report.missing]).toEqual([]);
  });

  it.each([1, 2, 7])('keeps an embedded picture in text form complete, in %i pieces', async (pieces) => {
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
    // V points up in FBX, so the textures of the GLB are flipped.
    expect([info.height, at(4) < 60, at(60) > 200]).toEqual([64, true, true]);
  });

  it.each([
    [
      'has only the signature of an FBX',
      strToU8('Kaydara FBX Binary  \0\x1a\0 and then a letter to somebody'),
      /damaged/,
    ],
    ['is truncated', fbxText().subarray(0, 700), /damaged|nothing to render|incomplete/],
    ['is too old', fbxText({ version: 6100 }), /FBX 6\.1.*FBX Converter/],
  ])('is rejected with a plain reason if it %s', async (_, bytes, reason) => {
    const error = await open({ 'square.fbx': bytes }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'ImportError', message: expect.stringMatching(reason) });
    expect(String(error)).not.toMatch(/undefined|reading|THREE|null|function|Offset/i);
  });
});

/** A TGA of one colour. */
function tga(size: number): Uint8Array {
  const head = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, size, 0, size, 0, 24, 0x20];
  return Uint8Array.from([...head, ...Array.from({ length: size * size }, () => [30, 60, 200]).flat()]);
}
