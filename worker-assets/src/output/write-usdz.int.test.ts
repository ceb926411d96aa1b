import { evaluateArReadiness } from '@diorama/shared/domain/ar-readiness.ts';
import { expandDocument } from '@diorama/shared/scene/copies/expansion.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { fitsNode } from '@diorama/shared/scene/fits-field.ts';
import { fileMovements } from '@diorama/shared/scene/interactions/file-movements.ts';
import { shownDocument } from '@diorama/shared/scene/options/shown-document.ts';
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
import { buildGltf } from './build-gltf.ts';
import { createGltfIo } from './gltf-io.ts';
import { writeUsdz } from './write-usdz.ts';

let readers: ReaderPage;
beforeAll(async () => {
  readers = await openReaderPage();
});
afterAll(async () => {
  await readers?.close();
});

const write = (document: Document, arPlacement: 'floor' | 'wall' = 'floor') =>
  writeUsdz(document, { arPlacement });

function rounded({ min, max }: { min: readonly number[]; max: readonly number[] }) {
  const round = (values: readonly number[]) => values.map((value) => Math.round(value * 1000) / 1000 + 0);
  return { min: round(min), max: round(max) };
}

describe('a USDZ file read by three.js and tinyusdz', () => {
  it('holds textures and texture transforms', async () => {
    const { bytes, dropped } = await write(await texturedDocument('OPAQUE'));
    const [three, tiny] = [await readers.readWithThree(bytes), await readers.readWithTinyUsdz(bytes)];
    expect(dropped).toBe(0);
    expect(three).toMatchObject({ meshes: 2, triangles: 4, textures: 1, errors: [] });
    expect(tiny).toMatchObject({ meshes: 2, triangles: 4, materials: 2, textures: 1 });
    expect(rounded(three.bounds)).toEqual({ min: [0, 0, 0], max: [4, 1, 0] });
    expect(rounded(tiny.bounds)).toEqual(rounded(three.bounds));
  });

  it('has no metalness if its material has none, even in readers that ignore texture scales', async () => {
    const document = await texturedDocument('OPAQUE');
    for (const material of document.getRoot().listMaterials()) {
      material.setMetallicFactor(0);
    }
    const { bytes } = await write(document);
    const back = await (await createGltfIo()).readGlb(await readers.toGlb(bytes));
    const materials = back.getRoot().listMaterials();
    expect(materials.map((material) => material.getMetallicFactor())).toEqual([0, 0]);
    expect(materials.some((material) => material.getMetallicRoughnessTexture())).toBe(true);
  });

  // tinyusdz refuses alpha outputs and colour readers, which the specification allows; three.js supports
  // both.
  it.each(['MASK', 'BLEND'] as const)('keeps the transparency of %s textures', async (mode) => {
    const { bytes } = await write(await texturedDocument(mode));
    expect(await readers.readWithThree(bytes)).toMatchObject({ meshes: 2, textures: 1, errors: [] });
    const picture = Object.entries(unzipSync(bytes)).find(([name]) => name.startsWith('textures/'))?.[1];
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
  });

  it('holds vertex colors', async () => {
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

  it('animates morph weights over time', async () => {
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

  it('plays only the selected clip', async () => {
    const document = animatedDocument();
    const [first] = document.getRoot().listAnimations();
    const { bytes } = await writeUsdz(document, { arPlacement: 'floor', playing: null });
    expect(await readers.readWithThree(bytes)).toMatchObject({ animations: 0 });
    const moved = await writeUsdz(document, { arPlacement: 'floor', playing: first ?? null });
    expect(await readers.readWithThree(moved.bytes)).toMatchObject({ animations: 1 });
  });

  it('moves all copies of repeats and components, except for the losses in the report', async () => {
    const rise = { time: 1, easing: 'linear', values: { 'nodes/post/position': [0, 1, 0] } };
    const lift = { ...rise, values: { 'nodes/door/position': [0, 1, 0] } };
    const members = (others: { timelines?: object; keys?: object; motions?: object }) => ({
      nodes: {
        row: { kind: 'repeat', props: { pattern: 'linear', count: 3, step: [2, 0, 0] } },
        post: { kind: 'box', parent: 'row' },
        cabinet: { kind: 'component' },
        door: { kind: 'box', parent: 'cabinet' },
        one: { kind: 'instance', position: [0, 0, 4], props: { component: 'cabinet' } },
        two: { kind: 'instance', position: [2, 0, 4], props: { component: 'cabinet' } },
        // An instance of a moving component within a repeat.
        line: { kind: 'repeat', props: { pattern: 'linear', count: 2, step: [0, 0, 2] } },
        three: { kind: 'instance', parent: 'line', position: [4, 0, 4], props: { component: 'cabinet' } },
      },
      timelines: { t: { duration: 2, plays: true }, ...others.timelines },
      keys: { rise: { ...rise, timeline: 't' }, lift: { ...lift, timeline: 't' }, ...others.keys },
      motions: { ...others.motions },
    });
    const made = async (others: Parameters<typeof members>[0]) => {
      const scene = parseDocument(members(others));
      const built = await buildGltf(shownDocument(scene), new Map(), await createGltfIo());
      const { playing, stillClips } = built;
      const usdz = await writeUsdz(built.document, { arPlacement: 'floor', playing });
      const expanded = expandDocument(scene, { fits: fitsNode });
      const limited = fileMovements(scene, expanded.document).isLimited;
      const cost = { triangles: 0, drawCalls: 0, textures: 0, bytes: 0 };
      const { losses } = evaluateArReadiness(expanded.document, cost, limited ? ['movements'] : []);
      return { bytes: usdz.bytes, stillClips, losses };
    };
    const whole = await made({});
    // three.js finds moving prims by name, players do by path.
    const placesIn = (bytes: Uint8Array) => {
      const { specsByPath } = new USDCParser().parseData(unzipSync(bytes)['scene.usdc']?.slice().buffer);
      type Samples = { times: number[]; values: number[][] };
      const specs = Object.entries<{ fields: { timeSamples?: Samples } }>(specsByPath);
      const places = specs.flatMap(([path, { fields }]) =>
        fields.timeSamples ? [[path.replace('/Root/Scenes/Scene/', ''), fields.timeSamples.values[1]]] : [],
      );
      return Object.fromEntries(places);
    };
    const moved = {
      'repeat/instance/box.xformOp:translate': [0, 1, 0],
      'repeat/instance_1/box.xformOp:translate': [0, 1, 0],
      'instance/box.xformOp:translate': [0, 1, 0],
      'instance_1/box.xformOp:translate': [0, 1, 0],
      'repeat_1/box.xformOp:translate': [0, 1, 0],
      'repeat_1/box_1.xformOp:translate': [2, 1, 0],
      'repeat_1/box_2.xformOp:translate': [4, 1, 0],
    };
    expect(placesIn(whole.bytes)).toEqual(moved);
    expect((await readers.readWithThree(whole.bytes)).errors).toEqual([]);
    expect(whole.stillClips).toBe(0);
    expect(whole.losses).not.toEqual(expect.arrayContaining(['timelines']));
    expect(whole.losses).not.toEqual(expect.arrayContaining(['movements']));
    // Timelines that do not play from the start, and motions to the camera, are in no USDZ.
    const away = {
      timeline: 'later',
      time: 1,
      easing: 'linear',
      values: { 'nodes/post/position': [0, 0, -90] },
    };
    const still = await made({
      timelines: { later: { duration: 1 } },
      keys: { away },
      motions: { look: { node: 'door', kind: 'look' } },
    });
    expect(placesIn(still.bytes)).toEqual(moved);
    expect(still.stillClips).toBe(1);
    expect(still.losses).toEqual(expect.arrayContaining(['timelines', 'interactions']));
  });

  it('moves vertices by their joints, for any node placement and joint order', async () => {
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

  it('converts large WebP pictures to JPEG of at most 2048 pixels', async () => {
    const webp = await picture(2100, 'webp');
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

  it('counts a broken picture and continues without it', async () => {
    const document = await texturedDocument('OPAQUE');
    document
      .getRoot()
      .listTextures()[0]
      ?.setImage(new Uint8Array([1, 2, 3]));
    const { bytes, dropped } = await write(document);
    expect(dropped).toBe(1);
    expect(await readers.readWithThree(bytes)).toMatchObject({ meshes: 2, textures: 0, errors: [] });
  });

  it('declares the plane alignment for floor and wall', async () => {
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
    { tags: ['full'] },
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

  it('take less than 0.7 of the bytes of their geometry as floats', async () => {
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
