import type { Document, Node } from '@gltf-transform/core';
import { KHRNodeVisibility, type Visibility } from '@gltf-transform/extensions';

/**
 * Takes off what nodes show that are hidden, or lie in such, in place: nothing that draws models here hides it. The nodes
 * stay, as others may hang on them.
 * @returns how many meshes were taken off.
 */
export function leaveOutHidden(document: Document): number {
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
  const used = document.getRoot().listExtensionsUsed();
  used.find(({ extensionName }) => extensionName === KHRNodeVisibility.EXTENSION_NAME)?.dispose();
  return shown.length;
}
