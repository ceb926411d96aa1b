import type { Material } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { isUnlit } from '@diorama/shared/scene/partial-material.ts';
import { uvMatrix } from '@diorama/shared/scene/uv-matrix.ts';
import {
  Color,
  DoubleSide,
  FrontSide,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Texture,
} from 'three';
import { isPhysical } from './shader-class.ts';

/** Texture slots of a three.js material, and whether each holds colours. */
const MAP_SLOTS = [
  { from: 'color', to: 'map', isColor: true },
  { from: 'roughness', to: 'roughnessMap', isColor: false },
  { from: 'metalness', to: 'metalnessMap', isColor: false },
  { from: 'normal', to: 'normalMap', isColor: false },
  { from: 'emissive', to: 'emissiveMap', isColor: true },
  { from: 'ao', to: 'aoMap', isColor: false },
  { from: 'opacity', to: 'alphaMap', isColor: false },
] as const;

/**
 * Options of a map: whether it holds colours, and whether its first row is the bottom one (shapes) or the top (glTF).
 */
export type MapUse = { isColor: boolean; flipY: boolean };

/** Loads the texture of an asset as a separate object, whose image may be shared; null when it fails. */
export type LoadMap = (iri: string, use: MapUse) => Promise<Texture | null>;

/**
 * Options of a material. `hasSurface` reads colour, roughness and metalness from the instance instead. With
 * `waitsForMaps` it is invisible until its maps have loaded or failed.
 */
type MaterialUse = {
  loadMap: LoadMap;
  flipY: boolean;
  hasSurface: boolean;
  onChange: () => void;
  waitsForMaps?: boolean;
};

/** Longest time that a material is invisible, in milliseconds. */
const MAX_WAIT_MS = 5_000;

/** A three.js material for a material of the document, which follows its edits. */
export class LiveMaterial {
  readonly three: MeshStandardMaterial;
  readonly #maps: Material['maps'];
  readonly #use: MaterialUse;
  #uv: Material['uv'];
  #isDisposed = false;
  /** Number of maps that are loading. */
  #loading = 0;
  #wait: ReturnType<typeof setTimeout> | undefined;

  /** Maps load later, and each calls `onChange`. */
  constructor(material: Material, use: MaterialUse) {
    this.three = isPhysical(material) ? new MeshPhysicalMaterial() : new MeshStandardMaterial();
    this.#maps = material.maps;
    this.#use = use;
    this.#uv = material.uv;
    this.take(material);
    if (use.hasSurface) {
      readSurfaceFromInstance(this.three);
    }
    this.loadMaps();
    if (use.waitsForMaps && this.#loading > 0) {
      this.three.visible = false;
      this.#wait = setTimeout(() => this.#show(), MAX_WAIT_MS);
    }
  }

  /** Sets other values, which must be {@link isRestyled | an edit that keeps the program}. */
  take(material: Material): void {
    const { three } = this;
    const isBlended = material.alphaMode === 'blend';
    const showsItself = isUnlit(material);
    three.color.set(material.color);
    three.emissive.set(material.emissive);
    three.normalScale.setScalar(material.normalScale);
    Object.assign(three, {
      roughness: material.roughness,
      metalness: material.metalness,
      emissiveIntensity: material.emissiveIntensity,
      // The colours of a picture that no light falls on are those of its file.
      toneMapped: !showsItself,
      envMapIntensity: showsItself ? 0 : 1,
      side: material.doubleSided ? DoubleSide : FrontSide,
      transparent: isBlended,
      depthWrite: !isBlended,
      opacity: isBlended ? material.opacity : 1,
      alphaTest: material.alphaMode === 'mask' ? material.alphaCutoff : 0,
      aoMapIntensity: material.aoStrength,
    });
    if (three instanceof MeshPhysicalMaterial) {
      Object.assign(three, physicalValues(material));
    }
    this.#uv = material.uv;
    for (const { to } of MAP_SLOTS) {
      placeTexture(three[to], material.uv);
    }
  }

  /** Loads the missing maps: all at first, later those that failed. */
  loadMaps(): void {
    const { loadMap, flipY, onChange } = this.#use;
    for (const { from, to, isColor } of MAP_SLOTS) {
      const iri = this.#maps[from];
      if (iri === null || this.three[to]) {
        continue;
      }
      // The loader reports failures; without the map the material keeps its plain value.
      this.#loading += 1;
      void loadMap(iri, { isColor, flipY }).then((texture) => {
        this.#loading -= 1;
        if (this.#loading === 0) {
          this.#show();
        }
        if (!texture || this.#isDisposed || this.three[to]) {
          texture?.dispose();
          return;
        }
        placeTexture(texture, this.#uv);
        this.three[to] = texture;
        this.three.needsUpdate = true;
        onChange();
      });
    }
  }

  #show(): void {
    clearTimeout(this.#wait);
    if (!this.three.visible && !this.#isDisposed) {
      this.three.visible = true;
      this.#use.onChange();
    }
  }

  /** Frees the material and its textures; shared images stay. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#wait);
    for (const { to } of MAP_SLOTS) {
      this.three[to]?.dispose();
    }
    this.three.dispose();
  }
}

/** Whether a material can take the values of another one without a new shader program: only uniforms differ. */
export function isRestyled(before: Material, after: Material): boolean {
  return (
    before.alphaMode === after.alphaMode &&
    before.doubleSided === after.doubleSided &&
    isPhysical(before) === isPhysical(after) &&
    isSameJson(before.maps, after.maps)
  );
}

function placeTexture(texture: Texture | null, uv: Material['uv']): void {
  if (texture) {
    // A Texture's own offset, repeat and rotation would rotate before repeating; glTF and USD do it in the reverse
    // order.
    texture.matrixAutoUpdate = false;
    texture.matrix.copy(uvMatrix(uv));
  }
}

function physicalValues({ advanced: a }: Material) {
  return {
    clearcoat: a.clearcoat,
    clearcoatRoughness: a.clearcoatRoughness,
    sheen: a.sheen,
    sheenColor: new Color(a.sheenColor),
    transmission: a.transmission,
    ior: a.ior,
    thickness: a.thickness,
    attenuationColor: new Color(a.attenuationColor),
    attenuationDistance: a.attenuationDistance > 0 ? a.attenuationDistance : Number.POSITIVE_INFINITY,
    iridescence: a.iridescence,
    anisotropy: a.anisotropy,
  };
}

/**
 * Multiplies roughness and metalness with the instance attribute `instanceSurface`; three.js applies the instance
 * colour.
 */
function readSurfaceFromInstance(material: MeshStandardMaterial): void {
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace(
        '#include <common>',
        '#include <common>\nattribute vec2 instanceSurface;\nvarying vec2 vInstanceSurface;',
      )
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvInstanceSurface = instanceSurface;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vInstanceSurface;')
      .replace(
        '#include <roughnessmap_fragment>',
        '#include <roughnessmap_fragment>\nroughnessFactor *= vInstanceSurface.x;',
      )
      .replace(
        '#include <metalnessmap_fragment>',
        '#include <metalnessmap_fragment>\nmetalnessFactor *= vInstanceSurface.y;',
      );
  };
  material.customProgramCacheKey = () => 'instance-surface';
}
