import { describe, expect, it } from 'vitest';
import { readGlbMaterials } from './glb-materials.ts';

/** GLB file with a JSON and a binary chunk. */
function glb(json: object, binary: readonly number[] = []): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = Math.ceil(text.length / 4) * 4;
  const bytes = new Uint8Array(12 + 8 + padded + 8 + binary.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, bytes.length, true);
  view.setUint32(12, padded, true);
  view.setUint32(16, 0x4e4f534a, true);
  bytes.fill(0x20, 20, 20 + padded);
  bytes.set(text, 20);
  view.setUint32(20 + padded, binary.length, true);
  view.setUint32(24 + padded, 0x004e4942, true);
  bytes.set(binary, 28 + padded);
  return bytes.buffer;
}

describe('the materials of a GLB', () => {
  it('are read as scene materials with their images', () => {
    const file = readGlbMaterials(
      glb(
        {
          materials: [
            {
              name: 'Wood',
              alphaMode: 'BLEND',
              doubleSided: true,
              emissiveFactor: [1, 0, 0],
              normalTexture: { index: 1, scale: 0.5 },
              pbrMetallicRoughness: {
                baseColorFactor: [1, 0, 0, 0.25],
                roughnessFactor: 0.4,
                metallicRoughnessTexture: { index: 0 },
                baseColorTexture: {
                  index: 1,
                  extensions: { KHR_texture_transform: { offset: [0.5, 0], scale: [2, 3], rotation: 1 } },
                },
              },
              extensions: {
                KHR_materials_clearcoat: { clearcoatFactor: 0.7 },
                KHR_materials_emissive_strength: { emissiveStrength: 4 },
              },
            },
          ],
          textures: [{ source: 0 }, { source: 9, extensions: { EXT_texture_webp: { source: 1 } } }],
          images: [
            { bufferView: 0, mimeType: 'image/png' },
            { bufferView: 1, mimeType: 'image/webp' },
          ],
          bufferViews: [{ byteLength: 2 }, { byteOffset: 2, byteLength: 3 }],
        },
        [1, 2, 3, 4, 5],
      ),
    );
    const wood = file.material('Wood');
    expect(wood?.values).toMatchObject({
      color: '#ff0000',
      opacity: 0.25,
      roughness: 0.4,
      metalness: 1,
      alphaMode: 'blend',
      doubleSided: true,
      emissive: '#ff0000',
      emissiveIntensity: 4,
      normalScale: 0.5,
      advanced: { clearcoat: 0.7 },
      uv: { offset: [0.5, 0], repeat: [2, 3], rotation: 1 },
    });
    expect(wood?.maps).toEqual({ color: 1, roughness: 0, metalness: 0, normal: 1 });
    expect([...(file.picture(1)?.bytes ?? [])]).toEqual([3, 4, 5]);
    expect(file.picture(0)?.mediaType).toBe('image/png');
    expect(file.material('Steel')).toBeNull();
  });

  it('are clamped to the valid ranges of a scene', () => {
    const values = readGlbMaterials(
      glb({
        materials: [
          {
            name: 'Odd',
            normalTexture: { index: 7, scale: 1e9 },
            alphaCutoff: -3,
            pbrMetallicRoughness: { baseColorFactor: [9, -1, null, 5], roughnessFactor: 'x' },
            extensions: { KHR_materials_ior: { ior: 99 }, KHR_materials_volume: { attenuationColor: 'red' } },
          },
        ],
        images: [{ bufferView: 0, mimeType: 'image/png' }],
        bufferViews: [{ byteOffset: 4, byteLength: 1e9 }],
      }),
    );
    expect(values.material('Odd')?.values).toMatchObject({
      color: '#ff0000',
      opacity: 1,
      roughness: 1,
      normalScale: 10,
      alphaCutoff: 0,
      advanced: { ior: 2.333, attenuationColor: '#ffffff' },
    });
    expect(values.material('Odd')?.maps).toEqual({});
    expect(values.picture(0)).toBeNull();
    expect(values.picture(5)).toBeNull();
  });

  it('throw for data that is not a GLB', () => {
    expect(() => readGlbMaterials(new ArrayBuffer(4))).toThrow('no GLB');
    expect(() => readGlbMaterials(new Uint8Array(40).fill(255).buffer)).toThrow();
  });
});
