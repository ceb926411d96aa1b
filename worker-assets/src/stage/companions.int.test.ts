// @module-tag full
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { strToU8 } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fbxPicture, fbxText } from '../test/fbx-files.ts';
import { createForeignImporter, type ForeignImporter, type Opened } from '../test/foreign-importer.ts';
import { daeText, usdText } from '../test/other-format-files.ts';
import { pictureAs } from '../test/picture-files.ts';
import { solidPng } from '../test/sample-documents.ts';

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

type Files = Record<string, Uint8Array>;
type Color = 'red' | 'green' | 'blue';
const COLORS = { red: '#d01010', green: '#10d010', blue: '#1010d0' } as const;

const open = (files: Files) => importer.open(files);
const png = (color: Color) => solidPng(16, COLORS[color]);

/** The colours of a model's textures, by material. */
async function colorsOf({ document }: Opened): Promise<Record<string, Color | undefined>> {
  const found: Record<string, Color | undefined> = {};
  for (const material of document.getRoot().listMaterials()) {
    const image = material.getBaseColorTexture()?.getImage();
    found[material.getName()] = image ? await colorOf(image) : undefined;
  }
  return found;
}

async function colorOf(image: Uint8Array): Promise<Color | undefined> {
  const { channels } = await sharp(image).stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  const strongest = Math.max(red, green, blue);
  return strongest < 128 ? undefined : strongest === red ? 'red' : strongest === green ? 'green' : 'blue';
}

/** Models of each format that reference one picture. */
const MODELS: Record<string, (picture: string) => Files> = {
  obj: (picture) => ({
    'chair.obj': strToU8(
      'mtllib chair.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl a\nf 1/1 2/2 3/3',
    ),
    'chair.mtl': strToU8(`newmtl a\nKd 1 1 1\nmap_Kd ${picture}`),
  }),
  fbx: (picture) => ({ 'chair.fbx': fbxText(fbxPicture(picture.replaceAll('/', '\\'), null)) }),
  dae: (picture) => ({ 'chair.dae': daeText({ image: picture }) }),
  // An archive that begins with a USD layer is treated as a USDZ.
  usda: (picture) => ({ 'a.txt': strToU8('Thank you'), 'chair.usda': usdText({ picture }) }),
  usdz: (picture) => ({ 'chair.usda': usdText({ picture }) }),
  gltf: (picture) => ({ 'chair.gltf': gltfText(picture) }),
};
const FORMATS = Object.keys(MODELS);

/** A triangle with a texture, as JSON with embedded geometry. */
function gltfText(uri: string): Uint8Array {
  const numbers = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1).buffer);
  return strToU8(
    JSON.stringify({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }],
      images: [{ uri }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
        { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
      ],
      bufferViews: [
        { buffer: 0, byteLength: 36 },
        { buffer: 0, byteOffset: 36, byteLength: 24 },
      ],
      buffers: [
        { byteLength: 60, uri: `data:application/octet-stream;base64,${numbers.toString('base64')}` },
      ],
    }),
  );
}

const only = (colors: Record<string, Color | undefined>) => Object.values(colors)[0];

describe.each(FORMATS)('%s', (format) => {
  const model = (picture: string) => MODELS[format]?.(picture) ?? {};

  it('uses the picture of the named folder, among several with the same name', async () => {
    const opened = await open({
      ...model('metal/Color.png'),
      'chair/Color.png': await png('red'),
      'metal/Color.png': await png('green'),
      'wood/Color.png': await png('blue'),
    });
    expect(only(await colorsOf(opened))).toBe('green');
    expect([
      opened.report.missing,
      inEnglish(opened.report.warnings).filter((line) => line.includes('Color')),
    ]).toEqual([[], []]);
  });

  it('reports the picture that it used if several match', async () => {
    const opened = await open({
      ...model('Color.png'),
      'maps/1k/Color.png': await png('green'),
      'maps/4k/Color.png': await png('blue'),
    });
    expect(only(await colorsOf(opened))).toBe('green');
    expect(inEnglish(opened.report.warnings)).toContain(
      'Several files are named Color.png. maps/1k/Color.png was used.',
    );
  });

  const takesOther = async (named: string, sent: string) => {
    const opened = await open({
      ...model(`wood.${named}`),
      [`maps/wood.${sent}`]: await pictureAs(sent, await png('green')),
    });
    expect(only(await colorsOf(opened))).toBe('green');
    expect(opened.report).toMatchObject({ missing: [], dropped: [] });
    expect(inEnglish(opened.report.warnings)).toContain(
      `wood.${named} was not found. maps/wood.${sent} was used instead.`,
    );
  };
  it.each(['psd', 'tga'])('replaces a missing %s by the PNG of the same name, and reports it', (named) =>
    takesOther(named, 'png'),
  );

  // A USDZ goes to the page unchanged and contains no such pictures.
  describe.skipIf(format === 'usdz')('with pictures that browsers cannot read', () => {
    it.each([
      ['png', 'tga'],
      ['tga', 'tif'],
      ['dds', 'tiff'],
    ])('replaces a missing %s by the %s of the same name, and reports it', takesOther);

    it.each(['tga', 'tif'])('uses a %s that it names', async (ending) => {
      const opened = await open({
        ...model(`wood.${ending}`),
        [`wood.${ending}`]: await pictureAs(ending, await png('green')),
      });
      expect(only(await colorsOf(opened))).toBe('green');
      expect(opened.report).toMatchObject({ missing: [], dropped: [] });
    });
  });

  it('reports a missing picture by its decoded name', async () => {
    const { report } = await open(model('maps/my%20wood.png'));
    expect(report.missing).toEqual(['my wood.png']);
  });
});

describe('a model with two materials', () => {
  it('uses the picture of each of two folders', async () => {
    const face = 'f 1/1 2/2 3/3';
    const opened = await open({
      'chair/chair.obj': strToU8(
        `mtllib chair.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl wood\n${face}\nusemtl metal\n${face}`,
      ),
      'chair/chair.mtl': strToU8(
        'newmtl wood\nmap_Kd wood/BaseColor.png\nnewmtl metal\nmap_Kd C:\\work\\Metal\\BaseColor.png',
      ),
      'chair/wood/BaseColor.png': await png('red'),
      'chair/metal/BaseColor.png': await png('blue'),
    });
    expect(await colorsOf(opened)).toEqual({ wood: 'red', metal: 'blue' });
    expect(opened.report.warnings).toEqual([]);
  });
});
