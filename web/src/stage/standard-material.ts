import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import { lostPicturesOf, UNKNOWN_ROUGHNESS } from '@diorama/shared/domain/lost-pictures.ts';
import { Color, DataTexture, type Material, MeshPhongMaterial, MeshStandardMaterial, Texture } from 'three';
import { repairPictures } from './repair-pictures.ts';

const WHITE = 0xffffff;

/**
 * Converts an older material to the most similar metallic-roughness material. Pictures that failed to load are removed,
 * because the exporter cannot write them.
 * @param lost - receives unsupported features.
 */
export function toStandard(material: Material, lost: Set<ImportMessage>): Material {
  const standard = material instanceof MeshStandardMaterial ? material : fromOlder(material);
  // Some loaders leave the name undefined, which glTF readers reject.
  standard.name ??= '';
  if (leaveOutUnloaded(standard)) {
    lost.add(lostPicturesOf(standard.name));
  }
  repairPictures(standard, lost);
  return standard;
}

/** Converts a material whose pictures may still be loading. */
export function fromOlder(material: Material): MeshStandardMaterial {
  // All older materials of three.js share these fields.
  const old = material as MeshPhongMaterial;
  return new MeshStandardMaterial({
    name: old.name,
    color: old.map && isBlack(old.color) ? new Color(WHITE) : finite(old.color),
    map: old.map ?? null,
    alphaMap: old.alphaMap ?? null,
    normalMap: old.normalMap ?? null,
    bumpMap: old.bumpMap ?? null,
    displacementMap: old.displacementMap ?? null,
    emissive: finite(old.emissive),
    emissiveIntensity: finiteOr(old.emissiveIntensity, 1),
    emissiveMap: old.emissiveMap ?? null,
    aoMap: old.aoMap ?? null,
    alphaTest: old.alphaTest,
    transparent: old.transparent || old.opacity < 1,
    opacity: finiteOr(old.opacity, 1),
    side: old.side,
    vertexColors: old.vertexColors,
    roughness: material instanceof MeshPhongMaterial ? roughnessOf(material.shininess) : UNKNOWN_ROUGHNESS,
    metalness: 0,
  });
}

/** Resets for removed maps, whose factors alone would make the model metallic, glowing or transparent. */
const WITHOUT_MAP: Readonly<Record<string, (material: MeshStandardMaterial, texture: Texture) => void>> = {
  map: (material, { userData }) => {
    material.color.fromArray(fallbackOf(userData) ?? material.color.toArray());
    material.transparent = material.opacity < 1;
  },
  metalnessMap: (material) => {
    material.metalness = 0;
  },
  roughnessMap: (material) => {
    material.roughness = UNKNOWN_ROUGHNESS;
  },
  emissiveMap: (material, { userData }) => {
    material.emissive.fromArray(fallbackOf(userData) ?? [0, 0, 0]);
  },
  alphaMap: (material) => {
    material.transparent = material.opacity < 1;
  },
  clearcoatMap: (material) => Object.assign(material, { clearcoat: 0 }),
  transmissionMap: (material) => Object.assign(material, { transmission: 0 }),
  thicknessMap: (material) => Object.assign(material, { thickness: 0 }),
  iridescenceMap: (material) => Object.assign(material, { iridescence: 0 }),
  anisotropyMap: (material) => Object.assign(material, { anisotropy: 0 }),
  sheenColorMap: (material) => Object.assign(material, { sheenColor: new Color(0, 0, 0) }),
};

/** The colour that a USD texture has without its file, if it declares one. */
function fallbackOf({ fallback }: Texture['userData']): [number, number, number] | undefined {
  const [r, g, b]: unknown[] = Array.isArray(fallback) ? fallback : [];
  return typeof r === 'number' && typeof g === 'number' && typeof b === 'number' ? [r, g, b] : undefined;
}

/**
 * Removes pictures that failed to load, in place.
 * @returns whether there was one.
 */
function leaveOutUnloaded(material: MeshStandardMaterial): boolean {
  let isAnyUnloaded = false;
  for (const [slot, value] of Object.entries(material)) {
    if (value instanceof Texture && !isLoaded(value)) {
      isAnyUnloaded = true;
      Object.assign(material, { [slot]: null });
      WITHOUT_MAP[slot]?.(material, value);
    }
  }
  return isAnyUnloaded;
}

/** Roughness with the same highlight width as a Phong exponent. */
function roughnessOf(shininess: number): number {
  return Math.min(1, Math.sqrt(2 / (Math.max(0, finiteOr(shininess, 30)) + 2)));
}

/** Some programs write black as the colour of a material that has a picture; times black, it would not be seen. */
function isBlack(color: Color | undefined): boolean {
  return color?.toArray().every((part) => part === 0) === true;
}

/** Replaces NaN, which would be written as `null`; out-of-range values are fixed for all formats elsewhere. */
function finite(color: Color | undefined): Color | undefined {
  return color?.toArray().every(Number.isFinite) ? color : undefined;
}

function finiteOr(value: number | undefined, fallback: number): number {
  return value !== undefined && Number.isFinite(value) ? value : fallback;
}

function isLoaded(texture: Texture): boolean {
  // An image element or a bitmap has a width; a data texture has one even before its data.
  const image = texture.image as { width?: number; data?: unknown } | undefined;
  return Boolean(texture instanceof DataTexture ? image?.data : image?.width);
}
