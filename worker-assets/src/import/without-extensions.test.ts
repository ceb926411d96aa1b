import { describe, expect, it } from 'vitest';
import type { GltfJson } from '../output/gltf-io.ts';
import { createGltfIo } from '../output/gltf-io.ts';
import { CORNERS, RawGltf } from '../test/raw-gltf.ts';
import { readGlbContainer } from './gltf-container.ts';
import { GLB_BUFFER } from './gltf-resources.ts';
import { readWithoutFailingExtensions } from './without-extensions.ts';

const named = (used: string[], required: string[] = []): GltfJson => ({
  asset: { version: '2.0' },
  extensionsUsed: used,
  extensionsRequired: required,
  materials: [{ extensions: Object.fromEntries(used.map((name) => [name, { key: 1 }])) }],
});

/** A reader that stumbles over some extensions. */
const stumblingOver =
  (...names: string[]) =>
  async (json: GltfJson) => {
    const found = Object.keys(json.materials?.[0]?.extensions ?? {});
    if (names.some((name) => found.includes(name))) {
      throw new TypeError('It is null');
    }
    return found;
  };

describe('a glTF file with unreadable extensions', () => {
  it('is read unchanged if nothing fails', async () => {
    expect(await readWithoutFailingExtensions(named(['A', 'B']), stumblingOver())).toEqual({
      result: ['A', 'B'],
      leftOut: [],
    });
  });

  it.each([
    ['the failing extension', ['A', 'B', 'C'], ['B'], ['B'], ['A', 'C']],
    ['all optional extensions if several fail', ['A', 'B', 'C'], ['A', 'B'], ['A', 'B', 'C'], []],
  ])('is read without %s', async (_, used, failing, leftOut, result) => {
    const read = readWithoutFailingExtensions(named(used), stumblingOver(...failing));
    expect(await read).toEqual({ result, leftOut });
  });

  it.each([
    ['the failing extension is required', named(['A', 'B'], ['B']), 'B'],
    ['it uses no extensions', named([]), 'none'],
  ])('fails if %s', async (_, json, failing) => {
    const read = async (given: GltfJson) => {
      if (failing === 'none') {
        throw new TypeError('It is null');
      }
      return await stumblingOver(failing)(given);
    };
    await expect(readWithoutFailingExtensions(json, read)).rejects.toThrow('It is null');
  });

  it('is read without mesh features that refer to missing metadata', async () => {
    const gltf = new RawGltf();
    const ids = gltf.floats('SCALAR', [0, 0, 0]);
    const mesh = gltf.add('meshes', {
      primitives: [
        {
          attributes: { POSITION: gltf.floats('VEC3', CORNERS), _FEATURE_ID_0: ids },
          extensions: {
            EXT_mesh_features: { featureIds: [{ featureCount: 1, attribute: 0, propertyTable: 0 }] },
          },
        },
      ],
    });
    gltf.json.extensionsUsed = ['EXT_mesh_features'];
    const { json, binary } = readGlbContainer(new Uint8Array(gltf.glb([gltf.add('nodes', { mesh })])));
    const io = await createGltfIo();
    const files = { [GLB_BUFFER]: binary ?? new Uint8Array() };
    const { result, leftOut } = await readWithoutFailingExtensions(json, (read) => io.readJson(read, files));
    expect(leftOut).toEqual(['EXT_mesh_features']);
    expect(result.getRoot().listMeshes()).toHaveLength(1);
  });
});
