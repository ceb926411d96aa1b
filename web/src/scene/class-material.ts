import type { Material } from '@diorama/shared/scene/document.ts';
import {
  Color,
  DoubleSide,
  FrontSide,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Texture,
  Vector2,
} from 'three';
import { isPhysical } from './shader-class.ts';

/** The maps of a material by three's names, and whether each holds colours. */
const MAP_SLOTS = [
  { from: 'color', to: 'map', isColor: true },
  { from: 'roughness', to: 'roughnessMap', isColor: false },
  { from: 'metalness', to: 'metalnessMap', isColor: false },
  { from: 'normal', to: 'normalMap', isColor: false },
  { from: 'emissive', to: 'emissiveMap', isColor: true },
  { from: 'ao', to: 'aoMap', isColor: false },
  { from: 'opacity', to: 'alphaMap', isColor: false },
] as const;

/** How a map is fetched: whether it holds colours, and whether its first row is the bottom one (shapes) or the top (glTF). */
export type MapUse = { isColor: boolean; flipY: boolean };

/** Gets the texture of an asset, its own object with an image that may be shared; null when it cannot be had. */
export type LoadMap = (iri: string, use: MapUse) => Promise<Texture | null>;

/** How a material is made. `hasSurface` reads colour, roughness and metalness from the instance instead. */
export type MaterialUse = { loadMap: LoadMap; flipY: boolean; hasSurface: boolean; onChange: () => void };

/** A three material for a document's one; its maps come in as they load, each time telling `onChange`. */
export function createMaterial(material: Material, use: MaterialUse): MeshStandardMaterial {
  const made = isPhysical(material)
    ? new MeshPhysicalMaterial(physicalValues(material))
    : new MeshStandardMaterial();
  made.setValues({
    color: new Color(material.color),
    roughness: material.roughness,
    metalness: material.metalness,
    emissive: new Color(material.emissive),
    emissiveIntensity: material.emissiveIntensity,
    side: material.doubleSided ? DoubleSide : FrontSide,
    transparent: material.alphaMode === 'blend',
    depthWrite: material.alphaMode !== 'blend',
    opacity: material.alphaMode === 'blend' ? material.opacity : 1,
    alphaTest: material.alphaMode === 'mask' ? material.alphaCutoff : 0,
    normalScale: new Vector2(material.normalScale, material.normalScale),
    aoMapIntensity: material.aoStrength,
  });
  if (use.hasSurface) {
    readSurfaceFromInstance(made);
  }
  loadMaps(made, material, use);
  return made;
}

/** Disposes of a material made here and of its textures; images shared with others stay. */
export function disposeMaterial(material: MeshStandardMaterial): void {
  for (const { to } of MAP_SLOTS) {
    material[to]?.dispose();
  }
  material.dispose();
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

function loadMaps(made: MeshStandardMaterial, material: Material, use: MaterialUse): void {
  let isDisposed = false;
  made.addEventListener('dispose', () => {
    isDisposed = true;
  });
  const { offset, repeat, rotation } = material.uv;
  for (const { from, to, isColor } of MAP_SLOTS) {
    const iri = material.maps[from];
    if (iri === null) {
      continue;
    }
    // The loader reports failures itself; a map that cannot be had leaves the material without it.
    void use.loadMap(iri, { isColor, flipY: use.flipY }).then((texture) => {
      if (!texture || isDisposed) {
        texture?.dispose();
        return;
      }
      texture.offset.fromArray(offset);
      texture.repeat.fromArray(repeat);
      texture.rotation = rotation;
      made[to] = texture;
      made.needsUpdate = true;
      use.onChange();
    });
  }
}

/** Multiplies roughness and metalness with the instance attribute `instanceSurface`; the colour is three's own. */
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
