import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import { Document } from '@gltf-transform/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo, type GltfIo, type GltfJson } from '../output/gltf-io.ts';
import { measure } from '../output/measure.ts';
import { writeGlb } from '../output/write-glb.ts';
import { leaveOutScenes, leaveOutViews } from './leave-out.ts';
import { repair } from './repair.ts';

let io: GltfIo;
beforeAll(async () => {
  io = await createGltfIo();
});

/** Two triangles and further attributes, with a value for each of six vertices. */
const PARTS = {
  POSITION: { type: 'VEC3', values: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0] },
  NORMAL: { type: 'VEC3', values: Array.from({ length: 6 }, () => [0, 0, 1]).flat() },
  TEXCOORD_0: { type: 'VEC2', values: [0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1] },
  JOINTS_0: { type: 'VEC4', values: Array.from({ length: 24 }, () => 0), bytes: true },
  WEIGHTS_0: { type: 'VEC4', values: Array.from({ length: 6 }, () => [1, 0, 0, 0]).flat() },
  TIMES: { type: 'SCALAR', values: [0, 1, 2] },
  PLACES: { type: 'VEC3', values: [0, 0, 0, 1, 0, 0, 0, 0, 0] },
} as const;
type Part = keyof typeof PARTS;
const SIZES = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 } as const;
const at = (part: Part) => Object.keys(PARTS).indexOf(part);

/** Opens the file of a mesh with `parts`, after `change` has broken its JSON. */
async function opened(parts: readonly Part[], change: (json: Required<GltfJson>) => void) {
  const arrays = Object.values(PARTS).map((part) =>
    'bytes' in part ? Uint8Array.from(part.values) : Float32Array.from(part.values),
  );
  const lengths = arrays.map(({ byteLength }) => byteLength);
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }, {}],
    meshes: [{ primitives: [{ attributes: Object.fromEntries(parts.map((part) => [part, at(part)])) }] }],
    buffers: [{ byteLength: lengths.reduce((sum, length) => sum + length, 0) }],
    bufferViews: lengths.map((byteLength, i) => ({
      buffer: 0,
      byteLength,
      byteOffset: lengths.slice(0, i).reduce((sum, length) => sum + length, 0),
    })),
    accessors: Object.values(PARTS).map((part, bufferView) => ({
      bufferView,
      componentType: 'bytes' in part ? 5121 : 5126,
      type: part.type,
      count: part.values.length / SIZES[part.type],
    })),
  };
  // `change` adds the optional properties.
  change(json as unknown as Required<GltfJson>);
  const bytes = new Uint8Array(Buffer.concat(arrays.map(({ buffer }) => Buffer.from(buffer))));
  return await io.readJson(json as unknown as GltfJson, { '@glb.bin': bytes });
}

const PLAIN = ['POSITION', 'NORMAL', 'TEXCOORD_0'] as const;
/** A primitive with one joint. */
const bent = () => ({
  skins: [{ joints: [1] }],
  scenes: [{ nodes: [0, 1] }],
  nodes: [{ mesh: 0, skin: 0 }, {}],
});
const MOVE = { sampler: 0, target: { node: 0, path: 'translation' } } as const;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('a file that is repaired, with a note in the report', () => {
  const cases: {
    name: string;
    parts?: readonly Part[];
    change: (json: Required<GltfJson>) => void;
    says: RegExp;
    triangles?: number;
  }[] = [
    {
      name: 'whose last triangle lacks a corner',
      change: ({ accessors }) => Object.assign(accessors[at('POSITION')] ?? {}, { count: 5 }),
      parts: ['POSITION'],
      says: /missing vertices/,
      triangles: 1,
    },
    {
      name: 'whose joints have no weights',
      parts: [...PLAIN, 'JOINTS_0'],
      change: (json) => Object.assign(json, { skins: [{ joints: [1] }], nodes: [{ mesh: 0, skin: 0 }, {}] }),
      says: /weights were missing/,
    },
    {
      name: 'whose corners hang on no joint',
      parts: [...PLAIN, 'JOINTS_0', 'WEIGHTS_0'],
      change: (json) => {
        Object.assign(json, bent());
        // An accessor without a buffer view has zeros.
        delete json.accessors[at('WEIGHTS_0')]?.bufferView;
      },
      says: /weights were normalized/,
    },
    {
      name: 'whose corners hang on joints that the skin lacks',
      parts: [...PLAIN, 'JOINTS_0', 'WEIGHTS_0'],
      change: (json) => {
        Object.assign(json, bent());
        // Reads other bytes as joints.
        Object.assign(json.accessors[at('JOINTS_0')] ?? {}, { bufferView: at('POSITION') });
      },
      says: /missing joints were replaced/,
    },
    {
      name: 'whose skin is worn by what names no joints',
      change: (json) => Object.assign(json, { skins: [{ joints: [1] }], nodes: [{ mesh: 0, skin: 0 }, {}] }),
      says: /Unused skins/,
    },
    {
      name: 'whose movement has fewer values than times',
      change: (json) => {
        const move = { samplers: [{ input: at('TIMES'), output: at('PLACES') }], channels: [MOVE] };
        Object.assign(json.accessors[at('PLACES')] ?? {}, { count: 2 });
        json.animations = [move];
      },
      says: /Invalid animations/,
    },
    {
      name: 'whose movement moves what no node has',
      change: (json) => {
        const samplers = [{ input: at('TIMES'), output: at('PLACES') }];
        // The types exclude this value, but files may contain it.
        const target = { ...MOVE.target, path: 'transla0ion' as 'translation' };
        json.animations = [{ samplers, channels: [{ ...MOVE, target }] }];
      },
      says: /Invalid animations/,
    },
    {
      name: 'whose movement has places of two numbers',
      change: (json) => {
        const samplers = [{ input: at('TIMES'), output: at('PLACES') }];
        Object.assign(json.accessors[at('PLACES')] ?? {}, { type: 'VEC2' });
        json.animations = [{ samplers, channels: [MOVE] }];
      },
      says: /Invalid animations/,
    },
    {
      name: 'whose normals are of two numbers',
      change: (json) => {
        Object.assign(json.accessors[at('NORMAL')] ?? {}, { type: 'VEC2' });
      },
      says: /wrong length/,
    },
    {
      name: 'in which two movements move the same',
      change: (json) => {
        const samplers = [{ input: at('TIMES'), output: at('PLACES') }];
        json.animations = [{ samplers, channels: [MOVE, MOVE] }];
      },
      says: /Invalid animations/,
    },
    {
      name: 'with more shares than morph targets',
      change: ({ meshes: [mesh] }) => {
        if (mesh) {
          mesh.primitives[0] = {
            ...mesh.primitives[0],
            attributes: { POSITION: 0 },
            targets: [{ POSITION: 0 }],
          };
          mesh.weights = [1, 1, 1];
        }
      },
      says: /Invalid morph target/,
    },
    {
      name: 'whose clear coat turns without a normal map',
      change: (json) => {
        json.extensionsUsed = ['KHR_materials_clearcoat'];
        json.images = [{ uri: `data:image/png;base64,${PIXEL}` }];
        json.textures = [{ source: 0 }];
        const coat = { clearcoatFactor: 1, clearcoatNormalTexture: { index: 0 } };
        json.materials = [{ extensions: { KHR_materials_clearcoat: coat } }];
        Object.assign(json.meshes[0]?.primitives[0] ?? {}, { material: 0 });
      },
      says: /flat normal map/,
    },
  ];

  it.each(cases)('$name', async ({ parts = PLAIN, change, says, triangles = 2 }) => {
    const document = await opened(parts, change);
    expect(inEnglish([...repair(document)])[0]).toMatch(says);
    expect(measure(document).triangles).toBe(triangles);
    await writeGlb(document, io);
  });
});

describe('an unusual but valid file', () => {
  it('has a mesh split in two if only one of its nodes is skinned', async () => {
    const document = await opened([...PLAIN, 'JOINTS_0', 'WEIGHTS_0'], (json) =>
      Object.assign(json, {
        skins: [{ joints: [1] }],
        scenes: [{ nodes: [0, 1] }],
        nodes: [{ mesh: 0, skin: 0 }, { mesh: 0 }],
      }),
    );
    expect(inEnglish([...repair(document)])).toEqual([expect.stringMatching(/split in two/)]);
    const [bent, stiff] = document.getRoot().listNodes();
    const semantics = [bent, stiff].map((node) => node?.getMesh()?.listPrimitives()[0]?.listSemantics());
    expect(semantics).toEqual([[...PLAIN, 'JOINTS_0', 'WEIGHTS_0'], [...PLAIN]]);
    await writeGlb(document, io);
  });

  it('shows its nodes if its scene is empty', async () => {
    const document = await opened(PLAIN, (json) => Object.assign(json, { scenes: [{}] }));
    repair(document);
    expect(measure(document).triangles).toBe(2);
  });
});

it('cameras and lights are dropped, and those in the scene are counted', async () => {
  const document = await opened(PLAIN, (json) => {
    const lights = [
      { type: 'point' },
      { name: 'Odd', type: 'spot', spot: { innerConeAngle: 2, outerConeAngle: 1 } },
    ];
    json.extensionsUsed = ['KHR_lights_punctual'];
    json.extensions = { KHR_lights_punctual: { lights } };
    json.cameras = [
      { type: 'perspective', perspective: { yfov: 0, znear: -1 } },
      { type: 'perspective', perspective: { yfov: 1, znear: 0.1 } },
    ];
    const light = (index: number) => ({ extensions: { KHR_lights_punctual: { light: index } } });
    json.nodes = [{ mesh: 0, camera: 0, ...light(0) }, { ...light(1) }, { camera: 1 }];
    json.scenes = [{ nodes: [0, 1] }];
  });
  expect(inEnglish(leaveOutViews(document))).toEqual([
    '1 camera, which is not imported',
    '2 lights, which are not imported',
  ]);
  expect(document.getRoot().listCameras()).toEqual([]);
  expect(document.getRoot().listExtensionsUsed()).toEqual([]);
  await writeGlb(document, io);
});

describe('the scenes of a file', () => {
  const withScenes = (scenes: object[]) =>
    opened(PLAIN, (json) => {
      json.nodes = [{ mesh: 0 }, { mesh: 0, translation: [3, 0, 0] }];
      Object.assign(json, { scenes, scene: 0 });
    });

  it.each([
    [
      'with a name is reported',
      [{ nodes: [0] }, { name: 'Kitchen', nodes: [1] }],
      ['The scene Kitchen: only a file’s default scene is imported'],
    ],
    [
      'without a name is reported',
      [{ nodes: [0] }, { nodes: [1] }],
      ['Another scene: only a file’s default scene is imported'],
    ],
    ['without further nodes is not reported', [{ nodes: [0, 1] }, { name: 'Detail', nodes: [1] }], []],
    ['without nodes is not reported', [{ nodes: [0] }, {}], []],
  ])('are left out except the default: one %s', async (_, scenes, lines) => {
    const document = await withScenes(scenes);
    expect(inEnglish(leaveOutScenes(document))).toEqual(lines);
    expect(document.getRoot().listScenes()).toHaveLength(1);
  });
});

it('repair removes bidirectional control characters from the names of clips, nodes, meshes and materials', () => {
  const document = new Document();
  const node = document.createNode('door\u202Egpj.exe');
  const input = document.createAccessor().setArray(new Float32Array([0, 1]));
  const output = document.createAccessor().setType('VEC3').setArray(new Float32Array(6));
  const sampler = document.createAnimationSampler().setInput(input).setOutput(output);
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('translation');
  document
    .createAnimation(`open\u2066\n${'x'.repeat(300)}`)
    .addSampler(sampler)
    .addChannel(channel.setSampler(sampler));
  document.createMaterial('oak\u200F');
  document.createMesh('\u202Bleaf');
  document.createScene().addChild(node);
  repair(document);
  const root = document.getRoot();
  const named = [root.listNodes(), root.listMaterials(), root.listMeshes()].map(([one]) => one?.getName());
  expect(named).toEqual(['door gpj.exe', 'oak', 'leaf']);
  expect(root.listAnimations()[0]?.getName()).toMatch(/^open x{175}$/);
});
