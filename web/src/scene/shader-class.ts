import { MATERIAL_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { Material } from '@diorama/shared/scene/document.ts';

/** Values per instance, so that nodes of different colours share a draw call. */
export type Surface = { color: string; roughness: number; metalness: number };

/** All of a material but its {@link Surface}: materials with equal keys share one shader and one draw call. */
type ShaderClass = { key: string; material: Material; isBlended: boolean };

const NEUTRAL: Surface = { color: '#ffffff', roughness: 1, metalness: 1 };
const BLACK = '#000000';

/** Surface of one instance with this material. */
export function surfaceOf({ color, roughness, metalness }: Material): Surface {
  return { color, roughness, metalness };
}

/**
 * Groups materials by their shader and uniforms. Invisible values (the opacity of an opaque material, the strength of a
 * black emission) do not split classes.
 */
export function shaderClassOf(material: Material): ShaderClass {
  const visible = normalise(material);
  const { name: _name, color: _color, roughness: _roughness, metalness: _metalness, ...rest } = visible;
  return {
    key: isPlain(rest) ? 'plain' : JSON.stringify(rest),
    material: { ...visible, ...NEUTRAL },
    isBlended: visible.alphaMode === 'blend' || visible.advanced.transmission > 0,
  };
}

/** Whether a material needs three.js' physical material, which costs more than the standard one. */
export function isPhysical({ advanced: a }: Material): boolean {
  return (
    a.clearcoat > 0 ||
    a.sheen > 0 ||
    a.transmission > 0 ||
    a.iridescence > 0 ||
    a.anisotropy > 0 ||
    a.ior !== 1.5
  );
}

function normalise(material: Material): Material {
  const { alphaMode, maps, emissive } = material;
  const glows = emissive !== BLACK && material.emissiveIntensity > 0;
  return {
    ...material,
    opacity: alphaMode === 'blend' ? material.opacity : MATERIAL_DEFAULTS.opacity,
    alphaCutoff: alphaMode === 'mask' ? material.alphaCutoff : MATERIAL_DEFAULTS.alphaCutoff,
    emissive: glows ? emissive : BLACK,
    emissiveIntensity: glows ? material.emissiveIntensity : MATERIAL_DEFAULTS.emissiveIntensity,
    // Part of the geometry.
    uv: { ...material.uv, size: MATERIAL_DEFAULTS.uv.size },
    normalScale: maps.normal ? material.normalScale : MATERIAL_DEFAULTS.normalScale,
    aoStrength: maps.ao ? material.aoStrength : MATERIAL_DEFAULTS.aoStrength,
    advanced: isPhysical(material) ? material.advanced : { ...MATERIAL_DEFAULTS.advanced },
  };
}

const { name: _n, color: _c, roughness: _r, metalness: _m, ...plain } = MATERIAL_DEFAULTS;
const PLAIN = JSON.stringify(sorted(plain));

function isPlain(rest: object): boolean {
  return JSON.stringify(sorted(rest)) === PLAIN;
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
