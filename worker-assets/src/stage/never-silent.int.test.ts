// @module-tag full
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { ONE_PIXEL } from '@diorama/stack/test/tiny-files.ts';
import { strToU8 } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldedTds } from '../test/3ds-files.ts';
import { FBX_MATERIAL, fbxText } from '../test/fbx-files.ts';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { daeText, printArchive, printFile } from '../test/other-format-files.ts';
import { usdWithMaterial } from '../test/usd-materials.ts';

let importer: ForeignImporter;
beforeAll(async () => {
  importer = await createForeignImporter();
});
afterAll(() => importer?.close());

/** A picture of a material by a relation that three's loader does not know. */
const UNKNOWN_RELATION = {
  objects: `Texture: 20, "Texture::Dirt", "" {
FileName: "dirt.png"
RelativeFilename: "dirt.png"
}
Video: 40, "Video::Dirt", "Clip" {
Type: "Clip"
Filename: "dirt.png"
RelativeFilename: "dirt.png"
}`,
  connections: `C: "OP",20,${FBX_MATERIAL}, "VendorDirtColor"\nC: "OO",40,20`,
};

const LATTICE = 'http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02';

/** Puts attributes into the root element of a 3MF. */
function printWith(attributes: string, { isEmpty = false } = {}): Record<string, Uint8Array> {
  const files = printArchive();
  const text = new TextDecoder()
    .decode(files['3D/3dmodel.model'])
    .replace('<model ', `<model ${attributes} `)
    .replace(/<mesh>.*<\/mesh>/s, (mesh) => (isEmpty ? '<b:beams/>' : mesh));
  return { ...files, '3D/3dmodel.model': strToU8(text) };
}

describe('the parts that an import omits', () => {
  it.each([
    [
      'a picture of an FBX',
      { 'a.fbx': fbxText(UNKNOWN_RELATION), 'dirt.png': ONE_PIXEL },
      'The image dirt.png, which no material uses',
    ],
    [
      'a picture of a DAE',
      {
        'a.dae': strToU8(
          new TextDecoder()
            .decode(daeText({ image: 'dirt.png' }))
            .replace('<diffuse>', '<reflective>')
            .replace('</diffuse>', '</reflective>'),
        ),
      },
      'The image dirt.png, which no material uses',
    ],
    [
      'cameras and lights of USD',
      {
        'a.usda': usdWithMaterial(
          'def Material "Paint" {}\ndef Camera "Eye" {}\ndef SphereLight "Bulb" {}\ndef DomeLight "Sky" {}',
        ),
      },
      [
        '1 camera, which is not imported',
        '1 light, which is not imported',
        'Dome light, which is not imported',
      ],
    ],
    [
      'an extension that a 3MF requires',
      printWith(`xmlns:b="${LATTICE}" requiredextensions="b"`),
      'The 3MF extension beamlattice, which is not supported',
    ],
  ])('are in the report: %s', async (_, files, lines) => {
    const { report } = await importer.open(files as Record<string, Uint8Array>);
    expect(inEnglish(report.dropped).toSorted()).toEqual([lines].flat().toSorted());
  });

  it('are named in the error if nothing else remains, as for a 3MF of only an extension', async () => {
    const files = printWith(`xmlns:b="${LATTICE}" requiredextensions="b"`, { isEmpty: true });
    await expect(importer.open(files)).rejects.toMatchObject({
      message:
        'The file needs 3MF extensions that Diorama does not support: beamlattice. Export it as plain meshes.',
    });
  });

  it.each([
    ['a 3MF', { 'a.3mf': printFile() }],
    ['a DAE', { 'a.dae': daeText() }],
    ['a 3DS', { 'a.3ds': foldedTds({ smoothing: [1, 1] }) }],
    ['an FBX', { 'a.fbx': fbxText({}) }],
  ])('are none if everything is imported: %s', async (_, files) => {
    const { report } = await importer.open(files);
    expect([report.dropped, report.missing]).toEqual([[], []]);
  });

  it.each([
    ['moves nothing', '0,0', []],
    ['animates an unsupported property', '0,1', ['1 animations of unsupported properties']],
  ])('include curves of an FBX only if they move something: one that %s', async (_, values, dropped) => {
    const curve = `AnimationStack: 20, "AnimStack::Take", "" {
}
AnimationLayer: 21, "AnimLayer::Base", "" {
}
AnimationCurveNode: 22, "AnimCurveNode::DiffuseColor", "" {
}
AnimationCurve: 23, "AnimCurve::", "" {
KeyTime: *2 {
a: 0,46186158000
}
KeyValueFloat: *2 {
a: ${values}
}
}`;
    const connections = `C: "OO",21,20\nC: "OO",22,21\nC: "OP",22,${FBX_MATERIAL}, "DiffuseColor"\nC: "OP",23,22, "d|X"`;
    const { report } = await importer.open({ 'a.fbx': fbxText({ objects: curve, connections }) });
    expect(inEnglish(report.dropped)).toEqual(dropped);
  });
});
