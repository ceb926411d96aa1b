import {
  type Material,
  type MeshLambertMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  type Texture,
} from 'three';

/** Roughness of materials that say nothing of their gloss. */
const MATT = 0.8;

/**
 * The metallic-roughness material that looks most like one of the older models. Pictures that did not load are left out,
 * because the exporter cannot write them.
 */
export function toStandard(material: Material): Material {
  if (material instanceof MeshStandardMaterial) {
    return material;
  }
  // All of three's older materials share these fields.
  const old = material as MeshLambertMaterial;
  return new MeshStandardMaterial({
    name: old.name,
    color: old.color,
    map: loaded(old.map),
    normalMap: loaded(old.normalMap ?? null),
    emissive: old.emissive,
    emissiveIntensity: old.emissiveIntensity,
    emissiveMap: loaded(old.emissiveMap ?? null),
    aoMap: loaded(old.aoMap ?? null),
    alphaTest: old.alphaTest,
    transparent: old.transparent || old.opacity < 1,
    opacity: old.opacity,
    side: old.side,
    vertexColors: old.vertexColors,
    roughness: material instanceof MeshPhongMaterial ? roughnessOf(material.shininess) : MATT,
    metalness: 0,
  });
}

/** The width of a Phong highlight as the roughness of one as wide. */
function roughnessOf(shininess: number): number {
  return Math.min(1, Math.sqrt(2 / (Math.max(0, shininess) + 2)));
}

function loaded(texture: Texture | null): Texture | null {
  // An image element, a bitmap, or the numbers of a data texture.
  const image = texture?.image as { width?: number; data?: unknown } | undefined;
  return image && (image.data || image.width) ? texture : null;
}
