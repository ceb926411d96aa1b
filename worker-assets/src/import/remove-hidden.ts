import type { Document, Node } from '@gltf-transform/core';
import { KHRNodeVisibility, type Visibility } from '@gltf-transform/extensions';

/**
 * Removes the meshes of hidden nodes and of their descendants, in place, because no renderer here hides them.
 * The nodes stay, because others may refer to them.
 * @returns the number of removed meshes.
 */
export function removeHidden(document: Document): number {
  const hidden = new Set<Node>();
  for (const node of document.getRoot().listNodes()) {
    const visibility = node.getExtension<Visibility>(KHRNodeVisibility.EXTENSION_NAME);
    if (visibility?.getVisible() === false) {
      node.traverse((inner) => hidden.add(inner));
    }
  }
  const shown = [...hidden].filter((node) => node.getMesh() !== null);
  for (const node of shown) {
    node.setMesh(null).setSkin(null);
  }
  document.disposeExtension(KHRNodeVisibility.EXTENSION_NAME);
  return shown.length;
}
