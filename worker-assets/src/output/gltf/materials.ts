import { MATERIAL_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { SceneDocument, Material as SceneMaterial } from '@diorama/shared/scene/document.ts';
import {
  completeMaterial,
  isUnlit,
  type PartialMaterial,
  UNLIT,
} from '@diorama/shared/scene/partial-material.ts';
import type { Document, Material, TextureInfo, vec3, vec4 } from '@gltf-transform/core';
import {
  KHRMaterialsAnisotropy,
  KHRMaterialsClearcoat,
  KHRMaterialsEmissiveStrength,
  KHRMaterialsIOR,
  KHRMaterialsIridescence,
  KHRMaterialsSheen,
  KHRMaterialsTransmission,
  KHRMaterialsUnlit,
  KHRMaterialsVolume,
  KHRTextureTransform,
} from '@gltf-transform/extensions';
import { linearColor } from './colors.ts';
import type { TextureFactory } from './textures.ts';

const ALPHA_MODES = { opaque: 'OPAQUE', mask: 'MASK', blend: 'BLEND' } as const;

/** The factors of a material that can change over time. */
export type Factors = Record<'color' | 'roughness' | 'metalness' | 'emissive' | 'strength', number[]>;

/** Numbers of a glTF material. Emission above 1 needs an extension for its strength. */
export function factorsOf(source: SceneMaterial): Factors {
  const opacity = source.alphaMode === 'blend' ? source.opacity : 1;
  const dimmed = Math.min(source.emissiveIntensity, 1);
  return {
    color: [...linearColor(source.color), opacity],
    roughness: [source.roughness],
    metalness: [source.metalness],
    emissive: linearColor(source.emissive).map((value) => value * dimmed),
    strength: [Math.max(source.emissiveIntensity, 1)],
  };
}

/** Creates each glTF material of a document once. Extensions are declared only when needed. */
export class MaterialFactory {
  readonly #document: Document;
  readonly #scene: SceneDocument;
  readonly #textures: TextureFactory;
  readonly #made = new Map<string, Promise<Material>>();
  /** Materials of the document by their ids. */
  readonly #written = new Map<string, Material[]>();

  constructor(document: Document, scene: SceneDocument, textures: TextureFactory) {
    this.#document = document;
    this.#scene = scene;
    this.#textures = textures;
  }

  /**
   * Returns the material with that id. For `null` and unknown ids, returns the default material or the one of
   * `defaultMaterial`.
   * @param surface kind of texture coordinates: those of shapes start at the bottom, those of models at the
   * top, so texture transforms differ.
   */
  async get(
    id: string | null,
    surface: 'shape' | 'model',
    defaultMaterial?: PartialMaterial,
  ): Promise<Material> {
    const source = this.find(id);
    const name = source ? id : JSON.stringify(defaultMaterial ?? null);
    const key = `${name} ${source && isTransformed(source.uv) ? surface : ''}`;
    const known = this.#made.get(key);
    if (known) {
      return await known;
    }
    const made = this.#make(source ?? completeMaterial(defaultMaterial), surface);
    this.#made.set(key, made);
    const material = await made;
    if (source && id !== null) {
      this.#written.set(id, [...this.madeOf(id), material]);
    }
    return material;
  }

  /** The glTF materials that were made of a material of the document. */
  madeOf(id: string): readonly Material[] {
    return this.#written.get(id) ?? [];
  }

  /** Finds a material of the document. */
  find(id: string | null): SceneMaterial | undefined {
    return id !== null && Object.hasOwn(this.#scene.materials, id) ? this.#scene.materials[id] : undefined;
  }

  async #make(source: SceneMaterial, surface: 'shape' | 'model'): Promise<Material> {
    const factors = factorsOf(source);
    const material = this.#document
      .createMaterial(source.name || 'Material')
      .setBaseColorFactor(factors.color as vec4)
      .setRoughnessFactor(source.roughness)
      .setMetallicFactor(source.metalness)
      .setAlphaMode(ALPHA_MODES[source.alphaMode])
      .setAlphaCutoff(source.alphaCutoff)
      .setDoubleSided(source.doubleSided)
      .setNormalScale(source.normalScale)
      .setOcclusionStrength(source.aoStrength);
    this.#setEmission(material, source, factors);
    if (isUnlit(source) && source.color === UNLIT.color) {
      await this.#setUnlit(material, source, surface);
      return material;
    }
    this.#setAdvanced(material, source.advanced);
    await this.#setMaps(material, source, surface);
    return material;
  }

  #setEmission(material: Material, { emissiveIntensity }: SceneMaterial, { emissive }: Factors): void {
    material.setEmissiveFactor(emissive as vec3);
    if (emissiveIntensity > 1 && emissive.some((value) => value > 0)) {
      const extension = this.#document.createExtension(KHRMaterialsEmissiveStrength);
      material.setExtension(
        'KHR_materials_emissive_strength',
        extension.createEmissiveStrength().setEmissiveStrength(emissiveIntensity),
      );
    }
  }

  /** Shows the picture alone; readers without the extension light it as a colour. */
  async #setUnlit(material: Material, { maps, uv }: SceneMaterial, kind: 'shape' | 'model'): Promise<void> {
    material
      .setBaseColorFactor([1, 1, 1, 1])
      .setMetallicFactor(0)
      .setEmissiveFactor([0, 0, 0])
      .setBaseColorTexture(await this.#textures.single(maps.color))
      .setExtension('KHR_materials_unlit', this.#document.createExtension(KHRMaterialsUnlit).createUnlit());
    this.#setTransform(material.getBaseColorTextureInfo(), kind === 'shape' ? flipTransform(uv) : uv);
  }

  async #setMaps(material: Material, { maps, uv }: SceneMaterial, kind: 'shape' | 'model'): Promise<void> {
    const textures = this.#textures;
    const color = maps.opacity
      ? await textures.combined({ red: maps.color, green: maps.color, blue: maps.color, alpha: maps.opacity })
      : await textures.single(maps.color);
    const surface =
      maps.roughness === maps.metalness
        ? await textures.single(maps.roughness)
        : await textures.combined({ green: maps.roughness, blue: maps.metalness });
    material
      .setBaseColorTexture(color)
      .setMetallicRoughnessTexture(surface)
      .setNormalTexture(await textures.single(maps.normal))
      .setEmissiveTexture(await textures.single(maps.emissive))
      .setOcclusionTexture(await textures.single(maps.ao));
    for (const info of [
      material.getBaseColorTextureInfo(),
      material.getMetallicRoughnessTextureInfo(),
      material.getNormalTextureInfo(),
      material.getEmissiveTextureInfo(),
      material.getOcclusionTextureInfo(),
    ]) {
      this.#setTransform(info, kind === 'shape' ? flipTransform(uv) : uv);
    }
  }

  #setTransform(info: TextureInfo | null, uv: UvTransform): void {
    if (!info || !isTransformed(uv)) {
      return;
    }
    const transform = this.#document.createExtension(KHRTextureTransform).createTransform();
    transform.setOffset(uv.offset).setScale(uv.repeat).setRotation(uv.rotation);
    info.setExtension('KHR_texture_transform', transform);
  }

  #setAdvanced(material: Material, advanced: SceneMaterial['advanced']): void {
    const document = this.#document;
    if (advanced.clearcoat > 0) {
      const coat = document.createExtension(KHRMaterialsClearcoat).createClearcoat();
      coat.setClearcoatFactor(advanced.clearcoat).setClearcoatRoughnessFactor(advanced.clearcoatRoughness);
      material.setExtension('KHR_materials_clearcoat', coat);
    }
    if (advanced.sheen > 0) {
      const [r, g, b] = linearColor(advanced.sheenColor).map((value) => value * advanced.sheen);
      const sheen = document.createExtension(KHRMaterialsSheen).createSheen();
      material.setExtension('KHR_materials_sheen', sheen.setSheenColorFactor([r ?? 0, g ?? 0, b ?? 0]));
    }
    if (advanced.ior !== MATERIAL_DEFAULTS.advanced.ior) {
      material.setExtension(
        'KHR_materials_ior',
        document.createExtension(KHRMaterialsIOR).createIOR().setIOR(advanced.ior),
      );
    }
    if (advanced.iridescence > 0) {
      const film = document.createExtension(KHRMaterialsIridescence).createIridescence();
      material.setExtension('KHR_materials_iridescence', film.setIridescenceFactor(advanced.iridescence));
    }
    if (advanced.anisotropy > 0) {
      const anisotropy = document.createExtension(KHRMaterialsAnisotropy).createAnisotropy();
      material.setExtension(
        'KHR_materials_anisotropy',
        anisotropy.setAnisotropyStrength(advanced.anisotropy),
      );
    }
    if (advanced.transmission > 0) {
      this.#setTransmission(material, advanced);
    }
  }

  #setTransmission(material: Material, advanced: SceneMaterial['advanced']): void {
    const glass = this.#document.createExtension(KHRMaterialsTransmission).createTransmission();
    material.setExtension('KHR_materials_transmission', glass.setTransmissionFactor(advanced.transmission));
    if (advanced.thickness === 0) {
      return;
    }
    const volume = this.#document.createExtension(KHRMaterialsVolume).createVolume();
    volume.setThicknessFactor(advanced.thickness).setAttenuationColor(linearColor(advanced.attenuationColor));
    if (advanced.attenuationDistance > 0) {
      volume.setAttenuationDistance(advanced.attenuationDistance);
    }
    material.setExtension('KHR_materials_volume', volume);
  }
}

type UvTransform = Omit<SceneMaterial['uv'], 'size'>;

function isTransformed({ offset, repeat, rotation }: UvTransform): boolean {
  return offset.some((value) => value !== 0) || repeat.some((value) => value !== 1) || rotation !== 0;
}

/** Converts a transform for flipped V coordinates, as V of shapes is flipped in glTF. */
function flipTransform({ offset: [x, y], repeat: [repeatX, repeatY], rotation }: UvTransform): UvTransform {
  return {
    offset: [x + repeatY * Math.sin(rotation), 1 - y - repeatY * Math.cos(rotation)],
    repeat: [repeatX, repeatY],
    rotation: -rotation,
  };
}
