import type { Material, Texture, TextureInfo } from '@gltf-transform/core';
import type {
  Clearcoat,
  EmissiveStrength,
  IOR,
  Transform,
  Transmission,
  Unlit,
} from '@gltf-transform/extensions';
import type { UsdPrim } from '../usdc/layer.ts';
import type { AttributeType } from '../usdc/types.ts';
import type { TexturePackage } from './textures.ts';

/** Opacity of a fully transmissive material, as UsdPreviewSurface has no transmission. */
const TRANSMISSION_OPACITY = 0.15;

/** Writes glTF materials as UsdPreviewSurface networks below one scope, each once. */
export class MaterialWriter {
  readonly #scope: UsdPrim;
  readonly #textures: TexturePackage;
  readonly #written = new Map<string, UsdPrim>();
  readonly #ids = new Map<Material | null, number>();

  constructor(scope: UsdPrim, textures: TexturePackage) {
    this.#scope = scope;
    this.#textures = textures;
  }

  /**
   * The material's prim.
   * @param hasColors the mesh has vertex colours; they tint the material unless it has a colour texture,
   *   because UsdPreviewSurface cannot multiply two inputs.
   */
  write(material: Material | null, hasColors: boolean): UsdPrim {
    const id = this.#ids.get(material) ?? this.#ids.size;
    this.#ids.set(material, id);
    const key = `${id} ${hasColors}`;
    const known = this.#written.get(key);
    if (known) {
      return known;
    }
    const prim = this.#scope.child(material?.getName() || 'Material', 'Material');
    const network = new ShaderNetwork(prim, this.#textures);
    if (material) {
      writeSurface(network, material, hasColors);
    } else {
      writeColors(network, [1, 1, 1], hasColors);
    }
    this.#written.set(key, prim);
    return prim;
  }
}

function writeSurface(network: ShaderNetwork, material: Material, hasColors: boolean): void {
  const [red, green, blue, alpha] = material.getBaseColorFactor();
  const unlit = material.getExtension<Unlit>('KHR_materials_unlit') !== null;
  const colorMap = network.texture(
    'color',
    material.getBaseColorTexture(),
    material.getBaseColorTextureInfo(),
    { scale: [red, green, blue, alpha], colorSpace: 'sRGB' },
  );
  // An unlit surface has its colour as emission, and no reflection.
  const colorInput = unlit ? 'emissiveColor' : 'diffuseColor';
  if (colorMap) {
    network.connect(colorInput, 'color3f', network.channel(colorMap, 'rgb'));
  } else {
    writeColors(network, [red, green, blue], hasColors, colorInput);
  }
  if (unlit) {
    network.set('diffuseColor', 'color3f', [0, 0, 0]);
  } else {
    writeEmission(network, material);
    writeRelief(network, material);
  }
  writeMetalRoughness(network, material, unlit);
  writeOpacity(network, material, colorMap);
  writeCoat(network, material);
}

function writeColors(
  network: ShaderNetwork,
  color: readonly number[],
  hasColors: boolean,
  input = 'diffuseColor',
): void {
  if (hasColors) {
    network.connect(input, 'color3f', network.primvar('displayColor', 'float3'));
    return;
  }
  network.set(input, 'color3f', color);
}

function writeEmission(network: ShaderNetwork, material: Material): void {
  const strength = material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength');
  const factor = material.getEmissiveFactor().map((value) => value * (strength?.getEmissiveStrength() ?? 1));
  const map = network.texture('emissive', material.getEmissiveTexture(), material.getEmissiveTextureInfo(), {
    scale: [...factor, 1],
    colorSpace: 'sRGB',
  });
  if (map) {
    network.connect('emissiveColor', 'color3f', network.channel(map, 'rgb'));
  } else {
    network.set('emissiveColor', 'color3f', factor);
  }
}

function writeRelief(network: ShaderNetwork, material: Material): void {
  const scale = material.getNormalScale();
  const normal = network.texture('normal', material.getNormalTexture(), material.getNormalTextureInfo(), {
    // Maps 0…1 to −1…1 for normals; the strength scales x and y.
    scale: [2 * scale, 2 * scale, 2, 1],
    bias: [-scale, -scale, -1, 0],
    colorSpace: 'raw',
  });
  if (normal) {
    network.connect('normal', 'normal3f', network.channel(normal, 'rgb'));
  }
  const strength = material.getOcclusionStrength();
  const occlusion = network.texture(
    'occlusion',
    material.getOcclusionTexture(),
    material.getOcclusionTextureInfo(),
    {
      scale: [strength, strength, strength, 1],
      bias: [1 - strength, 1 - strength, 1 - strength, 0],
      colorSpace: 'raw',
    },
  );
  if (occlusion) {
    network.connect('occlusion', 'float', network.channel(occlusion, 'r'));
  }
}

function writeMetalRoughness(network: ShaderNetwork, material: Material, unlit: boolean): void {
  const roughness = unlit ? 1 : material.getRoughnessFactor();
  const metallic = unlit ? 0 : material.getMetallicFactor();
  const map = unlit
    ? null
    : network.texture(
        'surface',
        material.getMetallicRoughnessTexture(),
        material.getMetallicRoughnessTextureInfo(),
        { scale: [1, roughness, metallic, 1], colorSpace: 'raw' },
      );
  for (const [input, factor, channel] of [
    ['roughness', roughness, 'g'],
    ['metallic', metallic, 'b'],
  ] as const) {
    // Zero needs no texture, whose scale not every reader applies.
    if (map && factor > 0) {
      network.connect(input, 'float', network.channel(map, channel));
    } else {
      network.set(input, 'float', factor);
    }
  }
}

function writeOpacity(network: ShaderNetwork, material: Material, colorMap: UsdPrim | null): void {
  const transmission =
    material.getExtension<Transmission>('KHR_materials_transmission')?.getTransmissionFactor() ?? 0;
  const mode = material.getAlphaMode();
  if (mode === 'MASK') {
    // A threshold of zero means blending.
    network.set('opacityThreshold', 'float', Math.max(material.getAlphaCutoff(), 0.001));
  }
  if (mode !== 'OPAQUE' && colorMap) {
    network.connect('opacity', 'float', network.channel(colorMap, 'a'));
    return;
  }
  const alpha = mode === 'OPAQUE' ? 1 : material.getAlpha();
  network.set('opacity', 'float', alpha * (1 - transmission * (1 - TRANSMISSION_OPACITY)));
}

function writeCoat(network: ShaderNetwork, material: Material): void {
  const clearcoat = material.getExtension<Clearcoat>('KHR_materials_clearcoat');
  if (clearcoat) {
    network.set('clearcoat', 'float', clearcoat.getClearcoatFactor());
    network.set('clearcoatRoughness', 'float', clearcoat.getClearcoatRoughnessFactor());
  }
  const ior = material.getExtension<IOR>('KHR_materials_ior');
  if (ior) {
    network.set('ior', 'float', ior.getIOR());
  }
}

type Sampling = { scale: readonly number[]; bias?: readonly number[]; colorSpace: 'sRGB' | 'raw' };

const WRAP: Readonly<Record<number, string>> = { 33071: 'clamp', 33648: 'mirror', 10497: 'repeat' };

/** The shaders of one material: the surface, its textures and its primvar readers. */
class ShaderNetwork {
  readonly #material: UsdPrim;
  readonly #surface: UsdPrim;
  readonly #textures: TexturePackage;
  readonly #readers = new Map<string, string>();
  readonly #channels = new Map<string, string>();

  constructor(material: UsdPrim, textures: TexturePackage) {
    this.#material = material;
    this.#textures = textures;
    this.#surface = shader(material, 'Surface', 'UsdPreviewSurface');
    material.connect('outputs:surface', 'token', this.#surface.output('outputs:surface', 'token'));
  }

  set(input: string, type: AttributeType, value: number | readonly number[]): void {
    this.#surface.attribute(`inputs:${input}`, type, value);
  }

  connect(input: string, type: AttributeType, source: string): void {
    this.#surface.connect(`inputs:${input}`, type, source);
  }

  /** A shader that samples the texture, or `null` without a texture. */
  texture(
    name: string,
    texture: Texture | null,
    info: TextureInfo | null,
    sampling: Sampling,
  ): UsdPrim | null {
    const path = texture && this.#textures.pathOf(texture);
    if (!path || !info) {
      return null;
    }
    const prim = shader(this.#material, `${name}Texture`, 'UsdUVTexture');
    prim.attribute('inputs:file', 'asset', path);
    prim.attribute('inputs:sourceColorSpace', 'token', sampling.colorSpace);
    prim.attribute('inputs:wrapS', 'token', WRAP[info.getWrapS()] ?? 'repeat');
    prim.attribute('inputs:wrapT', 'token', WRAP[info.getWrapT()] ?? 'repeat');
    prim.attribute('inputs:scale', 'float4', sampling.scale);
    if (sampling.bias) {
      prim.attribute('inputs:bias', 'float4', sampling.bias);
    }
    prim.connect('inputs:st', 'float2', this.#coordinates(name, info));
    return prim;
  }

  /** Path of one output of a texture shader. */
  channel(texture: UsdPrim, channel: 'rgb' | 'r' | 'g' | 'b' | 'a'): string {
    const key = `${texture.path} ${channel}`;
    const path =
      this.#channels.get(key) ?? texture.output(`outputs:${channel}`, channel === 'rgb' ? 'float3' : 'float');
    this.#channels.set(key, path);
    return path;
  }

  /** Path of a shader that reads one of the mesh's primvars. */
  primvar(name: string, type: 'float2' | 'float3'): string {
    const known = this.#readers.get(name);
    if (known) {
      return known;
    }
    const prim = shader(this.#material, `${name}Reader`, `UsdPrimvarReader_${type}`);
    prim.attribute('inputs:varname', 'string', name);
    const path = prim.output('outputs:result', type);
    this.#readers.set(name, path);
    return path;
  }

  #coordinates(name: string, info: TextureInfo): string {
    const transform = info.getExtension<Transform>('KHR_texture_transform');
    const reader = this.primvar(uvName(transform?.getTexCoord() ?? info.getTexCoord()), 'float2');
    if (!transform) {
      return reader;
    }
    // glTF rotates around the top left corner with V down, USD around the bottom left with V up.
    const [x, y] = transform.getOffset();
    const [repeatX, repeatY] = transform.getScale();
    const angle = transform.getRotation();
    const prim = shader(this.#material, `${name}Transform`, 'UsdTransform2d');
    prim.connect('inputs:in', 'float2', reader);
    prim.attribute('inputs:rotation', 'float', (angle * 180) / Math.PI);
    prim.attribute('inputs:scale', 'float2', [repeatX, repeatY]);
    prim.attribute('inputs:translation', 'float2', [
      x + Math.sin(angle) * repeatY,
      1 - Math.cos(angle) * repeatY - y,
    ]);
    return prim.output('outputs:result', 'float2');
  }
}

/** Name of the primvar that holds a set of texture coordinates. */
export function uvName(set: number): string {
  return set === 0 ? 'st' : `st${set}`;
}

function shader(parent: UsdPrim, name: string, id: string): UsdPrim {
  const prim = parent.child(name, 'Shader');
  prim.attribute('info:id', 'token', id, { uniform: true });
  return prim;
}
