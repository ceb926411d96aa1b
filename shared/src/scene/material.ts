import { z } from 'zod';
import { MATERIAL_DEFAULTS as D } from './defaults.ts';
import { amount, assetIri, color, coordinate, radians, ratio, words } from './values.ts';

const map = assetIri.nullable().default(null);

const maps = z.strictObject({
  color: map,
  roughness: map,
  metalness: map,
  normal: map,
  emissive: map,
  ao: map,
  opacity: map,
});

const uv = z.strictObject({
  offset: z.tuple([coordinate, coordinate]).default([...D.uv.offset]),
  repeat: z.tuple([coordinate, coordinate]).default([...D.uv.repeat]),
  rotation: radians.default(D.uv.rotation),
  size: amount.default(D.uv.size),
});

const advanced = z.strictObject({
  clearcoat: ratio.default(D.advanced.clearcoat),
  clearcoatRoughness: ratio.default(D.advanced.clearcoatRoughness),
  sheen: ratio.default(D.advanced.sheen),
  sheenColor: color.default(D.advanced.sheenColor),
  transmission: ratio.default(D.advanced.transmission),
  ior: z.number().min(1).max(2.333).default(D.advanced.ior),
  thickness: amount.default(D.advanced.thickness),
  attenuationColor: color.default(D.advanced.attenuationColor),
  attenuationDistance: amount.default(D.advanced.attenuationDistance),
  iridescence: ratio.default(D.advanced.iridescence),
  anisotropy: ratio.default(D.advanced.anisotropy),
});

/**
 * A material: metallic-roughness as in glTF, colours sRGB, a map an asset iri or null. `attenuationDistance`
 * and `thickness` are metres; a distance of 0 means no attenuation. `uv.size` is the real size of one repeat
 * of the texture in metres, which flat shapes, walls and floors keep; 0 stretches the texture over the surface.
 */
export const material = z.strictObject({
  name: words(200).default(D.name),
  color: color.default(D.color),
  roughness: ratio.default(D.roughness),
  metalness: ratio.default(D.metalness),
  opacity: ratio.default(D.opacity),
  alphaMode: z.enum(['opaque', 'mask', 'blend']).default(D.alphaMode),
  alphaCutoff: ratio.default(D.alphaCutoff),
  emissive: color.default(D.emissive),
  emissiveIntensity: amount.default(D.emissiveIntensity),
  normalScale: z.number().min(-10).max(10).default(D.normalScale),
  aoStrength: ratio.default(D.aoStrength),
  doubleSided: z.boolean().default(D.doubleSided),
  maps: maps.prefault({}),
  uv: uv.prefault({}),
  advanced: advanced.prefault({}),
});

/** A material with every value present. */
export type Material = z.output<typeof material>;
