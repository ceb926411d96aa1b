import type { Document } from '@gltf-transform/core';
import { KHRMaterialsVariants, type Variant } from '@gltf-transform/extensions';

/**
 * Takes off the other materials that a file offers for its meshes, in place: a model shows what its meshes wear, and a scene
 * dresses it in its own way. What nothing wears after this goes with all other things that nothing uses.
 * @returns the names of what was offered.
 */
export function leaveOutVariants(document: Document): string[] {
  const used = document.getRoot().listExtensionsUsed();
  const extension = used.find(({ extensionName }) => extensionName === KHRMaterialsVariants.EXTENSION_NAME);
  const variants = extension?.listProperties().filter((property): property is Variant => {
    return property.propertyType === 'Variant';
  });
  const names = variants?.map((variant) => variant.getName()) ?? [];
  extension?.dispose();
  return names;
}
