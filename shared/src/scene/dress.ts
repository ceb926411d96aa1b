import { MATERIAL_DEFAULTS } from './defaults.ts';
import type { Material } from './material.ts';

/** Partial values of a material. */
export type Dress = Partial<Omit<Material, 'maps' | 'uv' | 'advanced'>> & {
  maps?: Partial<Material['maps']>;
  advanced?: Partial<Material['advanced']>;
};

/** Complete material from partial values and defaults, without a schema. */
export function dressed({ maps, advanced, ...own }: Dress = {}): Material {
  const {
    maps: noMaps,
    advanced: plain,
    ...others
  } = structuredClone(MATERIAL_DEFAULTS) as unknown as Material;
  return { ...others, ...own, maps: { ...noMaps, ...maps }, advanced: { ...plain, ...advanced } };
}
