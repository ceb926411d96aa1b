import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import type { Animation, Document, Material } from '@gltf-transform/core';
import type {
  Clearcoat,
  EmissiveStrength,
  IOR,
  Light,
  Transform,
  Transmission,
  Volume,
} from '@gltf-transform/extensions';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  animatedDocument,
  morphedDocument,
  skinnedDocument,
  solidPng,
  texturedDocument,
} from '../test/sample-documents.ts';
import { type AssetBytes, buildGltf } from './build-gltf.ts';
import { createGltfIo, type GltfIo } from './gltf-io.ts';
import { assertValidGlb, writeGlb } from './write-glb.ts';

const iri = (n: number) => `/api/assets/00000000-0000-4000-8000-00000000000${n}`;

let io: GltfIo;
beforeAll(async () => {
  io = await createGltfIo();
});

async function build(scene: object, assets: AssetBytes = new Map()): Promise<Document> {
  const { document, dropped } = await buildGltf(parseDocument(scene) as SceneDocument, assets, io);
  expect(dropped).toBe(0);
  // The output of every scene must be valid glTF.
  await assertValidGlb(await writeGlb(document, io));
  return document;
}

async function buildMaterial(material: object, assets: AssetBytes = new Map()): Promise<Material> {
  const document = await build(
    { materials: { m: material }, nodes: { box: { kind: 'box', material: 'm' } } },
    assets,
  );
  const [made] = document.getRoot().listMaterials();
  if (!made) {
    throw new Error('The scene has no material');
  }
  return made;
}

async function pixel(png: Uint8Array | null | undefined): Promise<number[]> {
  const { data, info } = await sharp(png ?? undefined)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, info.channels)];
}

describe('a material', () => {
  it('keeps its values, with linear colors', async () => {
    const material = await buildMaterial({
      name: 'Brass',
      color: '#ff8000',
      roughness: 0.3,
      metalness: 0.9,
      alphaMode: 'blend',
      opacity: 0.5,
      doubleSided: true,
    });
    expect(material.getName()).toBe('Brass');
    expect(material.getBaseColorFactor()).toEqual([1, expect.closeTo(0.2158, 3), 0, 0.5]);
    expect(material.getRoughnessFactor()).toBe(0.3);
    expect(material.getMetallicFactor()).toBe(0.9);
    expect(material.getAlphaMode()).toBe('BLEND');
    expect(material.getDoubleSided()).toBe(true);
  });

  it('is opaque at any opacity unless it blends', async () => {
    const material = await buildMaterial({ opacity: 0.2, alphaMode: 'opaque' });
    expect(material.getBaseColorFactor()[3]).toBe(1);
  });

  it('stores emission above white in an extension', async () => {
    const material = await buildMaterial({ emissive: '#ffffff', emissiveIntensity: 5 });
    const strength = material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength');
    expect(material.getEmissiveFactor()).toEqual([1, 1, 1]);
    expect(strength?.getEmissiveStrength()).toBe(5);
  });

  it('uses only the extensions that it needs', async () => {
    const plain = await build({ nodes: { box: { kind: 'box' } } });
    expect(plain.getRoot().listExtensionsUsed()).toEqual([]);
    const glass = await buildMaterial({
      advanced: { transmission: 0.9, thickness: 0.1, ior: 1.4, clearcoat: 0.5, attenuationDistance: 2 },
    });
    expect(glass.getExtension<Transmission>('KHR_materials_transmission')?.getTransmissionFactor()).toBe(0.9);
    expect(glass.getExtension<Volume>('KHR_materials_volume')?.getAttenuationDistance()).toBe(2);
    expect(glass.getExtension<IOR>('KHR_materials_ior')?.getIOR()).toBe(1.4);
    expect(glass.getExtension<Clearcoat>('KHR_materials_clearcoat')?.getClearcoatFactor()).toBe(0.5);
    expect(glass.listExtensions()).toHaveLength(4);
  });

  it('combines roughness with metalness, and color with opacity, in one texture each', async () => {
    const assets = new Map([
      [iri(1), await solidPng(4, '#404040')],
      [iri(2), await solidPng(8, '#c0c0c0')],
      [iri(3), await solidPng(4, '#ff0000')],
    ]);
    const maps = { roughness: iri(1), metalness: iri(2), color: iri(3), opacity: iri(1) };
    const material = await buildMaterial({ alphaMode: 'blend', maps }, assets);
    expect(await pixel(material.getMetallicRoughnessTexture()?.getImage())).toEqual([255, 0x40, 0xc0]);
    expect(material.getMetallicRoughnessTexture()?.getSize()).toEqual([8, 8]);
    expect(await pixel(material.getBaseColorTexture()?.getImage())).toEqual([255, 0, 0, 0x40]);
  });

  it('flips the texture offset on shapes, but not on models', async () => {
    const assets = new Map([
      [iri(1), await solidPng(4, '#ff0000')],
      [iri(2), await io.writeGlb(await texturedDocument('OPAQUE'))],
    ]);
    const document = await build(
      {
        materials: {
          m: { name: 'Moved', maps: { color: iri(1) }, uv: { offset: [0.25, 0.125], repeat: [2, 2] } },
        },
        nodes: {
          box: { kind: 'box', material: 'm' },
          model: { kind: 'model', props: { asset: iri(2), materials: { Textured: 'm' } } },
        },
      },
      assets,
    );
    const offsets = document
      .getRoot()
      .listMaterials()
      .filter((material) => material.getName() === 'Moved')
      .map((material) =>
        material.getBaseColorTextureInfo()?.getExtension<Transform>('KHR_texture_transform')?.getOffset(),
      );
    // Half way up from the bottom of two repeats: 1 − 0.125 − 2.
    expect(offsets).toEqual(
      expect.arrayContaining([
        [0.25, -1.125],
        [0.25, 0.125],
      ]),
    );
  });
});

describe('a light', () => {
  it('keeps its units, and omits an infinite range', async () => {
    const document = await build({
      nodes: {
        point: { kind: 'pointLight', name: 'Lamp', props: { color: '#ff0000', intensity: 12 } },
        spot: { kind: 'spotLight', props: { distance: 7, angle: 0.5, penumbra: 0 } },
        sun: { kind: 'directionalLight', props: { intensity: 3 } },
      },
    });
    const lights = document
      .getRoot()
      .listNodes()
      .map((node) => node.getExtension<Light>('KHR_lights_punctual'));
    const [point, spot, sun] = ['point', 'spot', 'directional'].map((type) =>
      lights.find((light) => light?.getType() === type),
    );
    expect(point?.getName()).toBe('Lamp');
    expect(point?.getColor()).toEqual([1, 0, 0]);
    expect(point?.getIntensity()).toBe(12);
    expect(point?.getRange()).toBeNull();
    expect(spot?.getRange()).toBe(7);
    expect(spot?.getInnerConeAngle()).toBeLessThan(spot?.getOuterConeAngle() ?? 0);
    expect(sun?.getIntensity()).toBe(3);
  });
});

describe('a saved view', () => {
  it('is a camera whose far plane is beyond its near plane', async () => {
    const document = await build({
      nodes: {
        front: { kind: 'camera', name: 'Front', position: [0, 1, 4], props: { fov: 60, near: 0.1, far: 50 } },
        odd: { kind: 'camera', name: 'Odd', props: { near: 10, far: 2 } },
      },
    });
    const nodes = document.getRoot().listNodes();
    const [front, odd] = ['Front', 'Odd'].map((name) => nodes.find((node) => node.getName() === name));
    expect(front?.getTranslation()).toEqual([0, 1, 4]);
    expect(front?.getCamera()?.getYFov()).toBeCloseTo(Math.PI / 3);
    expect(front?.getCamera()?.getZNear()).toBe(0.1);
    expect(front?.getCamera()?.getZFar()).toBe(50);
    expect(odd?.getCamera()?.getZFar()).toBe(20);
  });
});

describe('a model', () => {
  it('uses replacement materials by slot, and the material of its node elsewhere', async () => {
    const assets = new Map([[iri(1), await io.writeGlb(await texturedDocument('OPAQUE'))]]);
    const materials = { red: { name: 'Red' }, blue: { name: 'Blue' } };
    const usedBy = async (node: object) => {
      const document = await build({ materials, nodes: { model: { kind: 'model', ...node } } }, assets);
      const primitives = document
        .getRoot()
        .listNodes()
        .flatMap((made) => made.getMesh()?.listPrimitives() ?? []);
      return primitives.map((primitive) => primitive.getMaterial()?.getName() ?? null).sort();
    };
    expect(await usedBy({ props: { asset: iri(1) } })).toEqual(['Textured', null]);
    expect(await usedBy({ props: { asset: iri(1), materials: { Textured: 'red' } } })).toEqual(['Red', null]);
    expect(
      await usedBy({ material: 'blue', props: { asset: iri(1), materials: { Textured: 'red' } } }),
    ).toEqual(['Blue', 'Red']);
  });

  it('shares meshes between copies, each with a separate skin and joints', async () => {
    const assets = new Map([[iri(1), await io.writeGlb(skinnedDocument())]]);
    const props = { asset: iri(1) };
    const document = await build(
      { nodes: { a: { kind: 'model', props }, b: { kind: 'model', props } } },
      assets,
    );
    const root = document.getRoot();
    const users = root.listNodes().filter((node) => node.getSkin() !== null);
    expect(users).toHaveLength(2);
    expect(new Set(users.map((node) => node.getMesh())).size).toBe(1);
    const joints = users.flatMap((node) => node.getSkin()?.listJoints() ?? []);
    expect(new Set(joints).size).toBe(4);
    expect(root.listSkins()).toHaveLength(2);
  });

  describe('with animation', () => {
    const node = (animation: object) => ({ kind: 'model', props: { asset: iri(1), animation } });
    const clipsOf = async (model: Document, nodes: object) => {
      const scene = parseDocument({ nodes });
      const built = await buildGltf(scene, new Map([[iri(1), await io.writeGlb(model)]]), io);
      const clips = built.document.getRoot().listAnimations();
      return {
        clips,
        names: clips.map((clip) => clip.getName()),
        playing: built.playing?.getName() ?? null,
        stillClips: built.stillClips,
      };
    };
    const ends = (clip: Animation | undefined) =>
      clip
        ?.listChannels()
        .map((channel) => channel.getSampler()?.getInput()?.getMax([])[0])
        .sort();

    it('plays in the first clip at the speed of its node, unless it is stopped', async () => {
      const { clips, names, playing } = await clipsOf(animatedDocument(), {
        a: node({}),
        fast: node({ speed: 2 }),
        back: node({ speed: -1 }),
        off: node({ playing: false }),
      });
      expect([names, playing]).toEqual([['Scene', 'Move'], 'Scene']);
      expect(ends(clips[0])).toEqual([1, 2, 2]);
      expect(clips[1]?.listChannels()).toHaveLength(4);
      const starts = clips[0]
        ?.listChannels()
        .map((channel) => channel.getSampler()?.getOutput()?.getElement(0, [])[0]);
      expect(starts?.sort()).toEqual([0, 0, 4]);
    });

    it('keeps all of its clips, playing the chosen one, and names unnamed ones', async () => {
      const document = animatedDocument();
      const [move] = document.getRoot().listAnimations();
      const names = ['Rest', 'Move', ''];
      for (const name of names) {
        const copy = move?.clone().setName(name);
        copy?.listChannels().forEach((channel) => {
          copy.removeChannel(channel).addChannel(channel.clone());
        });
      }
      const made = await clipsOf(document, { a: node({ clip: 'Rest' }) });
      expect(made).toMatchObject({ names: ['Rest', 'Move', 'Move 2', 'Animation 4'], playing: 'Rest' });
      // A file with a single timeline lacks the three others.
      expect(made.stillClips).toBe(3);
      expect((await clipsOf(document, { a: node({ clip: 'Animation 4' }) })).playing).toBe('Animation 4');
      expect(await clipsOf(document, { a: node({ playing: false }) })).toMatchObject({
        playing: null,
        stillClips: 4,
      });
      const both = { a: node({ clip: 'Rest' }), b: node({ clip: 'Move' }) };
      expect((await clipsOf(document, both)).stillClips).toBe(2);
    });

    it('plays morph weights', async () => {
      const { clips, names } = await clipsOf(morphedDocument(), { a: node({}) });
      expect(names).toEqual(['Wave']);
      expect(clips[0]?.listChannels().map((channel) => channel.getTargetPath())).toEqual(['weights']);
    });
  });
});

describe('keys chosen by users', () => {
  const KEYS = Object.getOwnPropertyNames(Object.prototype);
  // Split, so that linters do not report a script URL.
  const SCRIPT = ['javascript', 'alert(1)'].join(':');

  it('may be names of object properties, as node names and as slots of a model', async () => {
    const model = await io.writeGlb(await texturedDocument('OPAQUE'));
    const slots = Object.fromEntries(KEYS.filter((key) => key !== '__proto__').map((key) => [key, 'paint']));
    const nodes = Object.fromEntries(
      KEYS.map((name, at) => [`n${at}`, { kind: 'box', name, material: 'paint' }]),
    );
    const document = await build(
      {
        materials: { paint: { name: 'constructor' } },
        nodes: { ...nodes, model: { kind: 'model', props: { asset: iri(1), materials: slots } } },
      },
      new Map([[iri(1), model]]),
    );
    const names = document
      .getRoot()
      .listNodes()
      .map((node) => node.getName());
    expect(names).toEqual(expect.arrayContaining(KEYS.filter((key) => key !== '__proto__')));
  });

  it('are in no GLB if only a newer release knows them, nor are such values', async () => {
    const stored = {
      weather: SCRIPT,
      nodes: {
        constructor: { kind: 'box', name: SCRIPT },
        box: { kind: 'box', later: SCRIPT, props: { href: SCRIPT } },
        note: { kind: 'annotation', props: { link: SCRIPT, tomorrow: SCRIPT } },
        well: { kind: 'well', href: SCRIPT },
      },
    };
    const { document } = await buildGltf(readStored(stored), new Map(), io);
    const glb = Buffer.from(await writeGlb(document, io)).toString('latin1');
    expect(glb).not.toContain('javascript');
  });
});
