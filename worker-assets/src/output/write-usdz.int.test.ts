import { type Document, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { getBounds } from '@gltf-transform/functions';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
// @ts-expect-error three ships this reader without types
import { USDCParser } from 'three/examples/jsm/loaders/usd/USDCParser.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReaderPage, type ReaderPage } from '../test/reader-page.ts';
import {
  animatedDocument,
  coloredDocument,
  documentWith,
  morphedDocument,
  skinnedDocument,
  squareMesh,
  texturedDocument,
} from '../test/sample-documents.ts';
import { hasSamples, readSample } from '../test/samples.ts';
import { picture } from '../test/texture-corpus.ts';
import { encodeImage } from './images.ts';
import { writeUsdz } from './write-usdz.ts';

let readers: ReaderPage;
beforeAll(async () => {
  readers = await openReaderPage();
});
afterAll(async () => {
  await readers?.close();
});

const write = (document: Document, arPlacement: 'floor' | 'wall' = 'floor') =>
  writeUsdz(document, { encodeImage, arPlacement });

function rounded({ min, max }: { min: readonly number[]; max: readonly number[] }) {
  const round = (values: readonly number[]) => values.map((value) => Math.round(value * 1000) / 1000 + 0);
  return { min: round(min), max: round(max) };
}

describe('a USDZ file read by three and by tinyusdz', () => {
  it('holds textures and texture transforms', async () => {
    const { bytes, dropped } = await write(await texturedDocument('OPAQUE'));
    const [three, tiny] = [await readers.readWithThree(bytes), await readers.readWithTinyUsdz(bytes)];
    expect(dropped).toBe(0);
    expect(three).toMatchObject({ meshes: 2, triangles: 4, textures: 1, errors: [] });
    expect(tiny).toMatchObject({ meshes: 2, triangles: 4, materials: 2, textures: 1 });
    expect(rounded(three.bounds)).toEqual({ min: [0, 0, 0], max: [4, 1, 0] });
    expect(rounded(tiny.bounds)).toEqual(rounded(three.bounds));
  });

  // tinyusdz rejects alpha outputs and colour readers, which are in the specification; three.js reads both.
  it.each(['MASK', 'BLEND'] as const)('keeps the transparency of %s textures', async (mode) => {
    const { bytes } = await write(await texturedDocument(mode));
    expect(await readers.readWithThree(bytes)).toMatchObject({ meshes: 2, textures: 1, errors: [] });
    const picture = Object.entries(unzipSync(bytes)).find(([name]) => name.startsWith('textures/'))?.[1];
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
  });

  it('holds vertex colours', async () => {
    const { bytes } = await write(coloredDocument());
    expect(await readers.readWithThree(bytes)).toMatchObject({ meshes: 1, errors: [] });
    const layer = unzipSync(bytes)['scene.usdc'];
    const { specsByPath } = new USDCParser().parseData(layer?.slice().buffer);
    expect(specsByPath['/Root/Scenes/Scene/Grey/Square.primvars:displayColor'].fields.default[0]).toBe(0.5);
    expect(
      specsByPath['/Root/Materials/Material/Surface.inputs:diffuseColor'].fields.connectionPaths,
    ).toEqual(['/Root/Materials/Material/displayColorReader.outputs:result']);
  });

  it('moves nodes over time', async () => {
    const { bytes } = await write(animatedDocument());
    const middle = await readers.readWithThree(bytes, 1);
    expect(middle).toMatchObject({ meshes: 1, animations: 1, errors: [] });
    expect(rounded(middle.bounds)).toEqual({ min: [2, 1, 0], max: [3, 2, 0] });
  });

  it('changes shapes by the weights of targets over time', async () => {
    const { bytes, dropped } = await write(morphedDocument());
    expect([dropped, (await readers.readWithThree(bytes)).errors]).toEqual([0, []]);
    expect(await readers.readWithTinyUsdz(bytes)).toMatchObject({ meshes: 1, triangles: 2 });
    const { specsByPath } = new USDCParser().parseData(unzipSync(bytes)['scene.usdc']?.slice().buffer);
    const root = '/Root/Scenes/Scene/Morphing/Morphed';
    const value = (path: string) => specsByPath[`${root}/${path}`].fields;
    expect([...value('Skeleton/Animation.blendShapes').default]).toEqual(['shape_0', 'shape_1']);
    const { times, values } = value('Skeleton/Animation.blendShapeWeights').timeSamples;
    expect([[...times], values.map((weights: Float32Array) => [...weights])]).toEqual([
      [0, 60],
      [
        [0, 0],
        [1, 0.5],
      ],
    ]);
    expect([...value('Morphed/shape_1.offsets').default]).toEqual([-1, 0, 0]);
    expect([...value('Morphed/shape_0.pointIndices').default]).toEqual([2]);
    expect(value('Morphed.skel:blendShapeTargets').targetPaths).toHaveLength(2);
  });

  it('plays only the clip that it is told to', async () => {
    const document = animatedDocument();
    const [first] = document.getRoot().listAnimations();
    const { bytes } = await writeUsdz(document, { encodeImage, arPlacement: 'floor', playing: null });
    expect(await readers.readWithThree(bytes)).toMatchObject({ animations: 0 });
    const moved = await writeUsdz(document, { encodeImage, arPlacement: 'floor', playing: first ?? null });
    expect(await readers.readWithThree(moved.bytes)).toMatchObject({ animations: 1 });
  });

  it('moves vertices by their joints, wherever the skinned node stands and whatever order the skin lists', async () => {
    const { bytes } = await write(skinnedDocument());
    expect(rounded((await readers.readWithThree(bytes, 0)).bounds)).toEqual({
      min: [10, 0, 0],
      max: [11, 1, 0],
    });
    expect(rounded((await readers.readWithThree(bytes, 0.5)).bounds)).toEqual({
      min: [10, 0, 0],
      max: [11, 2, 0],
    });
    expect(await readers.readWithTinyUsdz(bytes)).toMatchObject({ meshes: 1, triangles: 2 });
  });

  it('makes large and foreign pictures into PNG or JPEG of at most 2048 pixels', async () => {
    const webp = await picture(3000, 'webp');
    const document = documentWith((made) => {
      const texture = made.createTexture().setImage(webp).setMimeType('image/webp');
      const mesh = squareMesh(made);
      mesh.listPrimitives()[0]?.setMaterial(made.createMaterial('Blue').setBaseColorTexture(texture));
      return [made.createNode().setMesh(mesh)];
    });
    const files = unzipSync((await write(document)).bytes);
    const packed = Object.entries(files).find(([name]) => name.startsWith('textures/'))?.[1];
    expect(await sharp(packed).metadata()).toMatchObject({ format: 'jpeg', width: 2048, height: 2048 });
  });

  it('counts a broken picture and goes on without it', async () => {
    const document = await texturedDocument('OPAQUE');
    document
      .getRoot()
      .listTextures()[0]
      ?.setImage(new Uint8Array([1, 2, 3]));
    const { bytes, dropped } = await write(document);
    expect(dropped).toBe(1);
    expect(await readers.readWithThree(bytes)).toMatchObject({ meshes: 2, textures: 0, errors: [] });
  });

  it('says on which kind of plane a phone puts the scene', async () => {
    const alignment = async (placement: 'floor' | 'wall') => {
      const layer = unzipSync((await write(animatedDocument(), placement)).bytes)['scene.usdc'];
      const { specsByPath } = new USDCParser().parseData(layer?.slice().buffer);
      return specsByPath['/Root/Scenes/Scene.preliminary:planeAnchoring:alignment'].fields.default;
    };
    expect(await alignment('floor')).toBe('horizontal');
    expect(await alignment('wall')).toBe('vertical');
  });
});

describe.skipIf(!hasSamples)('the sample models', () => {
  it.each(['glb/2CylinderEngine.glb', 'glb/BoxTextured.glb'])(
    '%s keeps meshes, materials, textures and bounds',
    async (path) => {
      const glb = await readSample(path);
      const document = await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(glb);
      const root = document.getRoot();
      const scene = root.listScenes()[0];
      const { bytes } = await write(document);
      const [three, tiny] = [await readers.readWithThree(bytes), await readers.readWithTinyUsdz(bytes)];
      const drawn = root.listNodes().flatMap((node) => node.getMesh()?.listPrimitives() ?? []);
      const materials = new Set(drawn.map((primitive) => primitive.getMaterial())).size;
      expect(three).toMatchObject({ meshes: drawn.length, textures: root.listTextures().length, errors: [] });
      expect(tiny).toMatchObject({ meshes: drawn.length, materials, textures: root.listTextures().length });
      const expected = scene && rounded(getBounds(scene));
      expect(rounded(three.bounds)).toEqual(expected);
      expect(rounded(tiny.bounds)).toEqual(expected);
    },
  );

  it('takes at most 0.7 of the bytes of the geometry as floats', async () => {
    const document = await new NodeIO().readBinary(await readSample('glb/2CylinderEngine.glb'));
    let floats = 0;
    for (const mesh of document.getRoot().listMeshes()) {
      for (const primitive of mesh.listPrimitives()) {
        const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0;
        floats +=
          vertices * primitive.listAttributes().length * 12 + (primitive.getIndices()?.getCount() ?? 0) * 4;
      }
    }
    const { bytes } = await write(document);
    expect(bytes.length).toBeLessThan(floats * 0.7);
  });
});
