import {
  type Color,
  DataTexture,
  type Material,
  type MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  Texture,
} from 'three';

/** Roughness of materials that say nothing of their gloss. */
const MATT = 0.8;

/**
 * The metallic-roughness material that looks most like one of the older models. Pictures that did not load are left out,
 * because the exporter cannot write them.
 */
export function toStandard(material: Material): Material {
  if (material instanceof MeshStandardMaterial) {
    return withoutUnloaded(material);
  }
  // All of three's older materials share these fields.
  const old = material as MeshLambertMaterial;
  return new MeshStandardMaterial({
    name: old.name,
    color: finite(old.color),
    map: loaded(old.map),
    normalMap: loaded(old.normalMap ?? null),
    emissive: finite(old.emissive),
    emissiveIntensity: finiteOr(old.emissiveIntensity, 1),
    emissiveMap: loaded(old.emissiveMap ?? null),
    aoMap: loaded(old.aoMap ?? null),
    alphaTest: old.alphaTest,
    transparent: old.transparent || old.opacity < 1,
    opacity: finiteOr(old.opacity, 1),
    side: old.side,
    vertexColors: old.vertexColors,
    roughness: material instanceof MeshPhongMaterial ? roughnessOf(material.shininess) : MATT,
    metalness: 0,
  });
}

/** Leaves out the pictures that did not load, in place. */
function withoutUnloaded(material: MeshStandardMaterial): MeshStandardMaterial {
  for (const [slot, value] of Object.entries(material)) {
    if (value instanceof Texture && !loaded(value)) {
      Object.assign(material, { [slot]: null });
    }
  }
  return material;
}

/** The width of a Phong highlight as the roughness of one as wide. */
function roughnessOf(shininess: number): number {
  return Math.min(1, Math.sqrt(2 / (Math.max(0, finiteOr(shininess, 30)) + 2)));
}

/** Numbers that are none would be written as `null`; what is out of range is mended where all formats come by. */
function finite(color: Color | undefined): Color | undefined {
  return color?.toArray().every(Number.isFinite) ? color : undefined;
}

function finiteOr(value: number | undefined, fallback: number): number {
  return value !== undefined && Number.isFinite(value) ? value : fallback;
}

function loaded(texture: Texture | null): Texture | null {
  // An image element or a bitmap has a width; a data texture says one before it has any numbers.
  const image = texture?.image as { width?: number; data?: unknown } | undefined;
  const isThere = texture instanceof DataTexture ? image?.data : image?.width;
  return isThere ? texture : null;
}
