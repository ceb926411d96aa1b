import type { SceneDocument } from '@diorama/shared/scene/document.ts';

/** The iris of all assets that showing a document needs. */
export function neededAssets({ nodes, materials, environment }: SceneDocument): ReadonlySet<string> {
  const needed = new Set<string | null>([environment.hdri, environment.background.image]);
  for (const material of Object.values(materials)) {
    for (const map of Object.values(material.maps)) {
      needed.add(map);
    }
  }
  for (const node of Object.values(nodes)) {
    if (node.kind === 'model') {
      needed.add(node.props.asset);
    }
  }
  return new Set([...needed].filter((iri) => iri !== null));
}
