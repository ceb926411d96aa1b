import { type Material, RepeatWrapping, type Texture } from 'three';
import type { MTLLoader } from 'three/addons/loaders/MTLLoader.js';
import { fromOlder } from '../standard-material.ts';

/** What a library says of a material, by its keys in small letters. */
type Info = Readonly<Record<string, unknown>>;

const ROUGHNESS = 'map_pr';
const METALNESS = 'map_pm';
const PBR = ['pr', 'pm', ROUGHNESS, METALNESS];
/** What a metallic-roughness material is not made of. */
const FURTHER = ['ps', 'pc', 'aniso'];
const FURTHER_PICTURES = ['map_ks', 'map_ns', 'map_ps', 'map_pc', 'refl', 'decal'];
const LOST = 'Specular maps, sheen, clear coat and anisotropy of materials, which cannot be shown';

/**
 * Gives materials of a library the roughness and the metal that it says, which three's loader passes over, in place.
 * @returns what is left out, for the import's report.
 */
export function addPbr(creator: MTLLoader.MaterialCreator): string[] {
  const lost = new Set<string>();
  for (const [name, material] of Object.entries(creator.materials)) {
    const info: Info = { ...creator.materialsInfo[name] };
    if (FURTHER.some((key) => Number(info[key]) > 0) || FURTHER_PICTURES.some((key) => info[key])) {
      lost.add(LOST);
    }
    if (PBR.some((key) => info[key])) {
      creator.materials[name] = pbrMaterial(material, info, (key) => pictureOf(creator, info[key]));
    }
  }
  return [...lost];
}

function pbrMaterial(material: Material, info: Info, pictureAt: (key: string) => Texture | null): Material {
  const standard = fromOlder(material);
  standard.roughnessMap = pictureAt(ROUGHNESS);
  standard.metalnessMap = pictureAt(METALNESS);
  // A picture says all by itself.
  standard.roughness = standard.roughnessMap ? 1 : shareOf(info.pr, standard.roughness);
  standard.metalness = standard.metalnessMap ? 1 : shareOf(info.pm, 0);
  return standard;
}

function shareOf(said: unknown, otherwise: number): number {
  const share = Number.parseFloat(String(said));
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : otherwise;
}

/** As the loader does it for pictures that it knows. */
function pictureOf(creator: MTLLoader.MaterialCreator, value: unknown): Texture | null {
  if (typeof value !== 'string' || value === '') {
    return null;
  }
  const { url, scale, offset } = creator.getTextureParams(value, {});
  const texture = creator.loadTexture(url);
  texture.repeat.copy(scale);
  texture.offset.copy(offset);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  return texture;
}
