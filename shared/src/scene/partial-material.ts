import { MATERIAL_DEFAULTS } from './defaults.ts';
import type { Material } from './material.ts';

/** Partial values of a material. */
export type PartialMaterial = Partial<Omit<Material, 'maps' | 'uv' | 'advanced'>> & {
  maps?: Partial<Material['maps']>;
  advanced?: Partial<Material['advanced']>;
};

/**
 * A surface that shows the same picture as its light and its colour, of which only the transparency is seen: black metal
 * reflects nothing.
 */
export const UNLIT = {
  color: '#000000',
  metalness: 1,
  emissive: '#ffffff',
  emissiveIntensity: 1,
} as const satisfies PartialMaterial;

/** Whether a material shows its picture in every light, like {@link UNLIT}. */
export function isUnlit({ emissive, emissiveIntensity, maps }: Omit<Material, 'color'>): boolean {
  const isLight = emissive === UNLIT.emissive && emissiveIntensity === UNLIT.emissiveIntensity;
  return isLight && maps.emissive !== null && maps.emissive === maps.color;
}

/** Complete material from partial values and defaults, without a schema. */
export function completeMaterial({ maps, advanced, ...own }: PartialMaterial = {}): Material {
  const {
    maps: noMaps,
    advanced: plain,
    ...others
  } = structuredClone(MATERIAL_DEFAULTS) as unknown as Material;
  return { ...others, ...own, maps: { ...noMaps, ...maps }, advanced: { ...plain, ...advanced } };
}
