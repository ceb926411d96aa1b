import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import {
  type Material,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  type Texture,
} from 'three';
import type { MTLLoader } from 'three/addons/loaders/MTLLoader.js';
import { fromOlder } from '../standard-material.ts';

/** Properties of a material in a library, by lower-case keys. */
type Info = Readonly<Record<string, unknown>>;

const ROUGHNESS = 'map_pr';
const METALNESS = 'map_pm';
const PBR = ['pr', 'pm', ROUGHNESS, METALNESS];
/** Keys of sheen, clear coat and anisotropy. */
const FURTHER = ['ps', 'pc', 'aniso'];
/** Roughness of sheen as on cloth; the library contains only its intensity. */
const SHEEN_ROUGHNESS = 0.5;
/** Keys of pictures that are left out, which {@link addPbr} reports. */
export const FURTHER_PICTURES = ['map_ks', 'map_ns', 'map_ps', 'map_pc', 'map_pcr', 'refl', 'decal'];
const LOST = importMessage('lost.highlight-pictures');

/**
 * Adds roughness, metalness, sheen and clear coat of a library's materials, which three.js' loader ignores, in place.
 * @returns the dropped features, for the import's report.
 */
export function addPbr(creator: MTLLoader.MaterialCreator): ImportMessage[] {
  const lost = new Set<ImportMessage>();
  for (const [name, material] of Object.entries(creator.materials)) {
    const info: Info = { ...creator.materialsInfo[name] };
    if (FURTHER_PICTURES.some((key) => info[key])) {
      lost.add(LOST);
    }
    if (PBR.some((key) => info[key]) || isFurther(info)) {
      creator.materials[name] = pbrMaterial(material, info, (key) => pictureOf(creator, info[key]));
    }
  }
  return [...lost];
}

function pbrMaterial(material: Material, info: Info, pictureAt: (key: string) => Texture | null): Material {
  const older = fromOlder(material);
  const standard = isFurther(info) ? furtherOf(older, info) : older;
  standard.roughnessMap = pictureAt(ROUGHNESS);
  standard.metalnessMap = pictureAt(METALNESS);
  // A map replaces the value, so the factor is 1.
  standard.roughness = standard.roughnessMap ? 1 : shareOf(info.pr, standard.roughness);
  standard.metalness = standard.metalnessMap ? 1 : shareOf(info.pm, 0);
  return standard;
}

function isFurther(info: Info): boolean {
  return FURTHER.some((key) => Number.parseFloat(String(info[key])) > 0);
}

function furtherOf(older: MeshStandardMaterial, info: Info): MeshPhysicalMaterial {
  const physical = new MeshPhysicalMaterial();
  MeshStandardMaterial.prototype.copy.call(physical, older);
  physical.clearcoat = shareOf(info.pc, 0);
  physical.clearcoatRoughness = shareOf(info.pcr, 0);
  const sheen = shareOf(info.ps, 0);
  physical.sheen = sheen > 0 ? 1 : 0;
  physical.sheenColor.setScalar(sheen);
  physical.sheenRoughness = SHEEN_ROUGHNESS;
  physical.anisotropy = shareOf(info.aniso, 0);
  physical.anisotropyRotation = shareOf(info.anisor, 0) * Math.PI * 2;
  return physical;
}

function shareOf(said: unknown, otherwise: number): number {
  const share = Number.parseFloat(String(said));
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : otherwise;
}

/** Loads a picture like the loader does for the keys that it supports. */
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
