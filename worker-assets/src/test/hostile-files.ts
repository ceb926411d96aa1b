import { glbOf } from '@diorama/stack/test/tiny-files.ts';
import { zipSync } from 'fflate';

const ASSET = { version: '2.0' };
const MESH = {
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
};

/** A triangle with its buffer at `uri`. */
export function gltfWithBuffer(uri: string): Uint8Array {
  return new TextEncoder().encode(
    JSON.stringify({
      asset: ASSET,
      ...MESH,
      buffers: [{ uri, byteLength: 36 }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      ],
    }),
  );
}

/** The positions for {@link gltfWithBuffer}. */
export const TRIANGLE = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);

/** A triangle with a texture at `uri`. */
export function gltfWithPicture(uri: string): Uint8Array {
  const data = `data:application/octet-stream;base64,${Buffer.from(TRIANGLE).toString('base64')}`;
  const gltf = JSON.parse(new TextDecoder().decode(gltfWithBuffer(data)));
  gltf.meshes[0].primitives[0].material = 0;
  gltf.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }];
  gltf.textures = [{ source: 0 }];
  gltf.images = [{ uri }];
  return new TextEncoder().encode(JSON.stringify(gltf));
}

/** Files that must be rejected, with a part of the reason. */
export const HOSTILE_MODELS: { name: string; bytes: () => Uint8Array; reason: RegExp }[] = [
  {
    name: 'an accessor of 400 million elements without data',
    bytes: () =>
      glbOf({
        asset: ASSET,
        ...MESH,
        accessors: [{ componentType: 5126, count: 400_000_000, type: 'VEC3' }],
      }),
    reason: /4,800 MB of geometry/,
  },
  {
    name: 'an accessor that counts more than its data holds',
    bytes: () => {
      const gltf = JSON.parse(new TextDecoder().decode(gltfWithBuffer('data:,')));
      return glbOf(
        { ...gltf, buffers: [{ byteLength: 36 }], accessors: [{ ...gltf.accessors[0], count: 4 }] },
        TRIANGLE,
      );
    },
    reason: /has 4 elements/,
  },
  {
    name: 'JSON a hundred thousand levels deep',
    bytes: () => glbOf(`{"asset":{"version":"2.0"},"extras":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    reason: /nested too deeply/,
  },
  {
    name: 'nodes in a circle',
    bytes: () =>
      glbOf({ asset: ASSET, nodes: [{ children: [1] }, { children: [0] }], scenes: [{ nodes: [0] }] }),
    reason: /loop|several parents/,
  },
  {
    name: 'a branch ten thousand nodes deep',
    bytes: () => {
      const nodes = Array.from({ length: 10_000 }, (_, i) => (i < 9_999 ? { children: [i + 1] } : {}));
      return glbOf({ asset: ASSET, nodes, scenes: [{ nodes: [0] }] });
    },
    reason: /levels deep/,
  },
  {
    name: 'a GLB that is shorter than it says',
    bytes: () => glbOf({ asset: ASSET }).slice(0, -4),
    reason: /incomplete/,
  },
  { name: 'a scene without a mesh', bytes: () => glbOf({ asset: ASSET }), reason: /nothing to render/ },
  { name: 'glTF 1.0', bytes: () => glbOf({ asset: { version: '1.0' } }), reason: /glTF 2\.0/ },
  { name: 'broken JSON', bytes: () => glbOf('{"asset":{"version":"2.0"},'), reason: /damaged/ },
  {
    name: 'an unknown required extension',
    bytes: () => glbOf({ asset: ASSET, extensionsRequired: ['XX_none'], extensionsUsed: ['XX_none'] }),
    reason: /extensions .* XX_none\.$/,
  },
];

/** Archives that must be rejected, with a part of the reason. */
export const HOSTILE_ARCHIVES: { name: string; bytes: () => Uint8Array; reason: RegExp }[] = [
  {
    name: 'a bomb of zeros',
    bytes: () => zipSync({ 'model.obj': new Uint8Array(300_000_000) }, { level: 9 }),
    reason: /too large when unpacked/,
  },
  {
    name: 'names that climb out',
    bytes: () => zipSync({ '../../evil.obj': new Uint8Array(10) }),
    reason: /outside|damaged/,
  },
  {
    name: 'absolute names',
    bytes: () => zipSync({ '/etc/evil.obj': new Uint8Array(10) }),
    reason: /outside|damaged/,
  },
  {
    name: 'a link',
    bytes: () =>
      zipSync({ 'model.obj': [new TextEncoder().encode('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] }),
    reason: /links/,
  },
  {
    name: 'an archive within, under another name',
    bytes: () => zipSync({ 'texture.png': zipSync({ 'a.obj': new Uint8Array(10) }) }),
    reason: /another archive/,
  },
  {
    name: 'five thousand files',
    bytes: () =>
      zipSync(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${i}.txt`, new Uint8Array(1)]))),
    reason: /5,000 files/,
  },
  { name: 'no model', bytes: () => zipSync({ 'readme.txt': new Uint8Array(10) }), reason: /no model/ },
  {
    name: 'a cut off archive',
    bytes: () => zipSync({ 'model.obj': crypto.getRandomValues(new Uint8Array(1000)) }).slice(0, 500),
    reason: /damaged/,
  },
];
