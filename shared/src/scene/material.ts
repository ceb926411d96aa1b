import { z } from 'zod';
import { MATERIAL_DEFAULTS as D } from './defaults.ts';
import { amount, assetIri, color, coordinate, radians, ratio, withDefaults, words } from './values.ts';

const map = assetIri.nullable();

const maps = withDefaults(D.maps, {
  color: map,
  roughness: map,
  metalness: map,
  normal: map,
  emissive: map,
  ao: map,
  opacity: map,
});

const uv = withDefaults(D.uv, {
  offset: z.tuple([coordinate, coordinate]),
  repeat: z.tuple([coordinate, coordinate]),
  rotation: radians,
  size: amount,
});

const advanced = withDefaults(D.advanced, {
  clearcoat: ratio,
  clearcoatRoughness: ratio,
  sheen: ratio,
  sheenColor: color,
  transmission: ratio,
  ior: z.number().min(1).max(2.333),
  thickness: amount,
  attenuationColor: color,
  attenuationDistance: amount,
  iridescence: ratio,
  anisotropy: ratio,
});

/**
 * A material: metallic-roughness as in glTF, colours sRGB, a map an asset iri or null. `attenuationDistance`
 * and `thickness` are metres; a distance of 0 means no attenuation. `uv.size` is the real size of one repeat
 * of the texture in metres, which flat shapes, walls and floors keep; 0 stretches the texture over the surface.
 */
export const material = withDefaults(D, {
  name: words(200),
  color,
  roughness: ratio,
  metalness: ratio,
  opacity: ratio,
  alphaMode: z.enum(['opaque', 'mask', 'blend']),
  alphaCutoff: ratio,
  emissive: color,
  emissiveIntensity: amount,
  normalScale: z.number().min(-10).max(10),
  aoStrength: ratio,
  doubleSided: z.boolean(),
  maps,
  uv,
  advanced,
});

/** A material with every value present. */
export type Material = z.output<typeof material>;
