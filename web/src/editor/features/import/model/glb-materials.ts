import type { Material } from '@diorama/shared/scene/material.ts';
import type { PartialMaterial } from '@diorama/shared/scene/partial-material.ts';
import { Color } from 'three';

/** Picture embedded in a file. */
export type FilePicture = { index: number; mediaType: string; bytes: Uint8Array<ArrayBuffer> };

/** Material of a file: its values, and the picture index of each map. */
export type FileMaterial = {
  values: PartialMaterial & { uv?: Material['uv'] };
  maps: Partial<Record<keyof Material['maps'], number>>;
};

export type FileMaterials = {
  /** Material by name; null if the file has no such material. */
  material: (name: string) => FileMaterial | null;
  /** Picture by index; null if it does not exist. */
  picture: (index: number) => FilePicture | null;
};

/** Subset of glTF for materials. All properties are optional and validated before use. */
type TextureRef = {
  index?: number;
  scale?: number;
  strength?: number;
  extensions?: { KHR_texture_transform?: { offset?: number[]; scale?: number[]; rotation?: number } };
};
type GltfMaterial = {
  name?: string;
  alphaMode?: string;
  alphaCutoff?: number;
  doubleSided?: boolean;
  emissiveFactor?: number[];
  emissiveTexture?: TextureRef;
  normalTexture?: TextureRef;
  occlusionTexture?: TextureRef;
  pbrMetallicRoughness?: {
    baseColorFactor?: number[];
    baseColorTexture?: TextureRef;
    roughnessFactor?: number;
    metallicFactor?: number;
    metallicRoughnessTexture?: TextureRef;
  };
  extensions?: Record<string, Record<string, unknown> | undefined>;
};
type Gltf = {
  materials?: GltfMaterial[];
  textures?: { source?: number; extensions?: Record<string, { source?: number } | undefined> }[];
  images?: { bufferView?: number; mimeType?: string }[];
  bufferViews?: { byteOffset?: number; byteLength?: number }[];
};

const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const OPAQUE: Readonly<Record<string, Material['alphaMode']>> = { MASK: 'mask', BLEND: 'blend' };

/**
 * Reads the materials of an imported GLB without its geometry.
 * @throws if the bytes are no GLB
 */
export function readGlbMaterials(bytes: ArrayBuffer): FileMaterials {
  const { json, binary } = readChunks(bytes);
  return {
    material: (name) => {
      const found = json.materials?.find((material) => (material.name ?? '') === name);
      return found ? { values: valuesOf(found), maps: mapsOf(json, found) } : null;
    },
    picture: (index) => pictureOf(json, binary, index),
  };
}

function readChunks(bytes: ArrayBuffer): { json: Gltf; binary: Uint8Array<ArrayBuffer> } {
  const view = new DataView(bytes);
  let json: Gltf | null = null;
  let binary = new Uint8Array(new ArrayBuffer(0));
  for (let at = HEADER_BYTES; at + CHUNK_HEAD_BYTES <= bytes.byteLength; ) {
    const length = Math.min(view.getUint32(at, true), bytes.byteLength - at - CHUNK_HEAD_BYTES);
    const kind = view.getUint32(at + 4, true);
    const chunk = new Uint8Array(bytes, at + CHUNK_HEAD_BYTES, length);
    if (kind === JSON_CHUNK) {
      json = JSON.parse(new TextDecoder().decode(chunk)) as Gltf;
    } else if (kind === BIN_CHUNK) {
      binary = chunk;
    }
    at += CHUNK_HEAD_BYTES + length;
  }
  if (!json) {
    throw new Error('This is no GLB');
  }
  return { json, binary };
}

function valuesOf(material: GltfMaterial): FileMaterial['values'] {
  const { pbrMetallicRoughness: pbr = {}, name = '', extensions = {} } = material;
  const glow = numberOf(extensions.KHR_materials_emissive_strength?.emissiveStrength, 1);
  const transform = pbr.baseColorTexture?.extensions?.KHR_texture_transform;
  return {
    name: name.slice(0, 200),
    color: hexOf(pbr.baseColorFactor ?? [1, 1, 1]),
    opacity: share(pbr.baseColorFactor?.[3], 1),
    roughness: share(pbr.roughnessFactor, 1),
    metalness: share(pbr.metallicFactor, 1),
    alphaMode: OPAQUE[material.alphaMode ?? ''] ?? 'opaque',
    alphaCutoff: share(material.alphaCutoff, 0.5),
    emissive: hexOf(material.emissiveFactor ?? [0, 0, 0]),
    emissiveIntensity: glow,
    normalScale: Math.min(Math.max(numberOf(material.normalTexture?.scale, 1), -10), 10),
    aoStrength: share(material.occlusionTexture?.strength, 1),
    doubleSided: material.doubleSided === true,
    advanced: advancedOf(extensions),
    ...(transform && {
      uv: {
        offset: pair(transform.offset, 0),
        repeat: pair(transform.scale, 1),
        rotation: numberOf(transform.rotation, 0),
        size: 0,
      },
    }),
  };
}

function advancedOf(extensions: NonNullable<GltfMaterial['extensions']>): Partial<Material['advanced']> {
  const {
    KHR_materials_clearcoat: coat,
    KHR_materials_sheen: sheen,
    KHR_materials_transmission: transmission,
    KHR_materials_ior: ior,
    KHR_materials_volume: volume,
    KHR_materials_iridescence: iridescence,
    KHR_materials_anisotropy: anisotropy,
  } = extensions;
  return {
    ...(coat && {
      clearcoat: share(coat.clearcoatFactor, 0),
      clearcoatRoughness: share(coat.clearcoatRoughnessFactor, 0),
    }),
    ...(sheen && { sheen: 1, sheenColor: hexOf(listOf(sheen.sheenColorFactor, [0, 0, 0])) }),
    ...(transmission && { transmission: share(transmission.transmissionFactor, 0) }),
    ...(ior && { ior: Math.min(Math.max(numberOf(ior.ior, 1.5), 1), 2.333) }),
    ...(volume && {
      thickness: Math.max(numberOf(volume.thicknessFactor, 0), 0),
      attenuationColor: hexOf(listOf(volume.attenuationColor, [1, 1, 1])),
      attenuationDistance: Math.max(numberOf(volume.attenuationDistance, 0), 0),
    }),
    ...(iridescence && { iridescence: share(iridescence.iridescenceFactor, 0) }),
    ...(anisotropy && { anisotropy: share(anisotropy.anisotropyStrength, 0) }),
  };
}

function mapsOf(json: Gltf, material: GltfMaterial): FileMaterial['maps'] {
  const { pbrMetallicRoughness: pbr = {} } = material;
  const refs = {
    color: pbr.baseColorTexture,
    roughness: pbr.metallicRoughnessTexture,
    metalness: pbr.metallicRoughnessTexture,
    normal: material.normalTexture,
    emissive: material.emissiveTexture,
    ao: material.occlusionTexture,
  };
  const found = Object.entries(refs).flatMap(([map, ref]) => {
    const texture = json.textures?.[ref?.index ?? -1];
    const image = texture?.extensions?.EXT_texture_webp?.source ?? texture?.source;
    return image === undefined ? [] : [[map, image] as const];
  });
  return Object.fromEntries(found);
}

function pictureOf(json: Gltf, binary: Uint8Array<ArrayBuffer>, index: number): FilePicture | null {
  const image = json.images?.[index];
  const view = json.bufferViews?.[image?.bufferView ?? -1];
  const from = view?.byteOffset ?? 0;
  const length = view?.byteLength ?? 0;
  if (!image?.mimeType || length === 0 || from + length > binary.byteLength) {
    return null;
  }
  return { index, mediaType: image.mimeType, bytes: binary.slice(from, from + length) };
}

/** glTF stores colours in linear space. */
function hexOf([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const [r, g, b] = [red, green, blue].map((part) => share(part, 0)) as [number, number, number];
  return `#${new Color(r, g, b).getHexString()}`;
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

function listOf(value: unknown, otherwise: readonly number[]): readonly number[] {
  return Array.isArray(value) ? value.map((part) => numberOf(part, 0)) : otherwise;
}

function share(value: unknown, otherwise: number): number {
  return Math.min(Math.max(numberOf(value, otherwise), 0), 1);
}

function pair(value: readonly number[] | undefined, otherwise: number): [number, number] {
  return [numberOf(value?.[0], otherwise), numberOf(value?.[1], otherwise)];
}
