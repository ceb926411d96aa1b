import type { Material, SceneDocument, SceneNode } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { assetsOf, materialIdsOf, neededFilesOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { DrawnChange } from '@diorama/shared/scene/scene-change.ts';

/** Iris of all assets that a document needs. */
export function neededAssets({ nodes, materials, environment }: SceneDocument): ReadonlySet<string> {
  const needed = new Set<string | null>([environment.hdri, environment.background.image]);
  for (const material of Object.values(materials)) {
    for (const map of Object.values(material.maps)) {
      needed.add(map);
    }
  }
  for (const node of Object.values(nodes)) {
    for (const iri of assetsOf(node)) {
      needed.add(iri);
    }
  }
  return new Set([...needed].filter((iri) => iri !== null));
}

/**
 * Whether another version of a document may need other assets; `change` names the differences, and without it all may
 * differ.
 */
export function mayNeedOthers(
  before: SceneDocument | null,
  after: SceneDocument,
  change?: DrawnChange,
): boolean {
  if (!before || !change || change.scene) {
    return true;
  }
  const own = ({ nodes }: SceneDocument, id: string) => (nodes[id] ? assetsOf(nodes[id]) : []);
  const isOther = (id: string) => !isSameJson(own(before, id), own(after, id));
  const isOtherMaterial = (id: string) =>
    !isSameJson(mapsOf(before.materials[id]), mapsOf(after.materials[id]));
  return [...change.nodes].some(isOther) || [...change.materials].some(isOtherMaterial);
}

/** All files that a document needs: its assets, and files that are no assets, such as typefaces. */
export function neededFiles(document: SceneDocument): ReadonlySet<string> {
  return new Set([...neededAssets(document), ...Object.values(document.nodes).flatMap(neededFilesOf)]);
}

/** All files of one node: its own, and the maps of its materials. */
export function filesOfNode(node: SceneNode, materials: SceneDocument['materials']): string[] {
  const own = materialIdsOf(node).map((id) => (Object.hasOwn(materials, id) ? materials[id] : undefined));
  const maps = own.flatMap((material) => Object.values(mapsOf(material)));
  return [...neededFilesOf(node), ...maps].filter((iri) => iri !== null);
}

function mapsOf(material: Material | undefined): Partial<Material['maps']> {
  return material?.maps ?? {};
}
