import type { Material as SceneMaterial } from '@diorama/shared/scene/document.ts';
import type { Document, Material } from '@gltf-transform/core';
import { factorsOf } from '../output/gltf/materials.ts';
import { shownNodes } from '../output/measure.ts';
import { countTriangles } from '../output/triangles.ts';

/** Drawn triangles by look, such as `0.5 0.5 0.5 1, 1 textures`. */
type Looks = Record<string, number>;

/** Looks of the visible nodes by their names. */
export type Parts = Record<string, Looks>;

/** Name of a node that a scene of {@link chosenScenes} has; USD numbers equal names. */
const NAME = /^n\d+(?=_|$)/;

/** Adds triangles to a part. */
export function addTriangles(
  parts: Parts,
  { name, look, count }: { name: string; look: string; count: number },
): void {
  if (count > 0) {
    const looks = parts[name] ?? {};
    parts[name] = { ...looks, [look]: (looks[look] ?? 0) + count };
  }
}

/** The looks of all parts together, as instances have no names. */
export function allLooks(parts: Parts): Looks {
  const all: Parts = {};
  for (const [look, count] of Object.values(parts).flatMap((looks) => Object.entries(looks))) {
    addTriangles(all, { name: 'all', look, count });
  }
  return all.all ?? {};
}

/** The visible parts of a file without instances; a mesh counts for the next named node above it. */
export function partsIn(document: Document): Parts {
  const parts: Parts = {};
  for (const node of shownNodes(document)) {
    const named = [node, ...ancestorsOf(node)].find((one) => NAME.test(one.getName()));
    const [name = ''] = NAME.exec(named?.getName() ?? '') ?? [];
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      addTriangles(parts, { name, look: lookIn(primitive.getMaterial()), count: countTriangles(primitive) });
    }
  }
  return parts;
}

function* ancestorsOf(node: ReturnType<Document['createNode']>) {
  for (let above = node.getParentNode(); above; above = above.getParentNode()) {
    yield above;
  }
}

/** How files show a material of a document; null is the material of a model without any. */
export function lookOf(material: SceneMaterial | null): string {
  if (!material) {
    return lookIn(null);
  }
  const { color, normal, emissive, ao, opacity, roughness, metalness } = material.maps;
  const textures = [color ?? opacity, normal, emissive, ao, roughness ?? metalness].filter(
    (map) => map !== null,
  );
  return describe(factorsOf(material).color, textures.length);
}

function lookIn(material: Material | null): string {
  const textures = [
    material?.getBaseColorTexture(),
    material?.getNormalTexture(),
    material?.getEmissiveTexture(),
    material?.getOcclusionTexture(),
    material?.getMetallicRoughnessTexture(),
  ].filter((texture) => texture);
  return describe(material?.getBaseColorFactor() ?? [1, 1, 1, 1], textures.length);
}

function describe(color: readonly number[], textures: number): string {
  return `${color.map((value) => Math.round(value * 100) / 100).join(' ')}, ${textures} textures`;
}
