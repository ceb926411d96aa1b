import { MATERIAL_DEFAULTS } from './defaults.ts';
import type { Material } from './material.ts';

/** Some values of a material. */
export type Dress = Partial<Omit<Material, 'maps' | 'uv' | 'advanced'>> & {
  maps?: Partial<Material['maps']>;
  advanced?: Partial<Material['advanced']>;
};

/** A whole material of some values and the defaults, without a schema. */
export function dressed({ maps, advanced, ...own }: Dress = {}): Material {
  const {
    maps: noMaps,
    advanced: plain,
    ...others
  } = structuredClone(MATERIAL_DEFAULTS) as unknown as Material;
  return { ...others, ...own, maps: { ...noMaps, ...maps }, advanced: { ...plain, ...advanced } };
}
