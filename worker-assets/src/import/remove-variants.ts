import type { Document } from '@gltf-transform/core';
import { KHRMaterialsVariants, type Variant } from '@gltf-transform/extensions';

/**
 * Removes the material variants of a file, in place: a model shows its assigned materials, and scenes assign
 * others themselves. Later pruning removes unused materials.
 * @returns the names of the variants.
 */
export function removeVariants(document: Document): string[] {
  const used = document.getRoot().listExtensionsUsed();
  const extension = used.find(({ extensionName }) => extensionName === KHRMaterialsVariants.EXTENSION_NAME);
  const variants = extension?.listProperties().filter((property): property is Variant => {
    return property.propertyType === 'Variant';
  });
  const names = variants?.map((variant) => variant.getName()) ?? [];
  extension?.dispose();
  return names;
}
