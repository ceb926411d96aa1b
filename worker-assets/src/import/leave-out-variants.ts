import type { Document } from '@gltf-transform/core';
import { KHRMaterialsVariants, type Variant } from '@gltf-transform/extensions';

/**
 * Removes material variants, in place: a model shows the materials of its meshes, and a scene assigns
 * others itself.
 * Materials unused after this are removed later.
 * @returns the names of the variants.
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
