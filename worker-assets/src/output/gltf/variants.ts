import { type Document, type Material, type Primitive, PropertyType } from '@gltf-transform/core';
import { KHRMaterialsVariants, type MappingList, type Variant } from '@gltf-transform/extensions';
import { prune } from '@gltf-transform/functions';
import { primitivesIn } from '../measure.ts';

const NAME = KHRMaterialsVariants.EXTENSION_NAME;

/** The material of each variant, by the name of the variant. */
export type VariantMaterials = Map<string, Material>;

/** The variants of a document, in the order of the file. */
export function listVariants(document: Document): Variant[] {
  const extension = document
    .getRoot()
    .listExtensionsUsed()
    .find(({ extensionName }) => extensionName === NAME);
  const properties = extension?.listProperties() ?? [];
  return properties.filter((property): property is Variant => property.propertyType === 'Variant');
}

/** The materials that a primitive gets by variants. */
export function variantMaterials(primitive: Primitive): VariantMaterials {
  const materials: VariantMaterials = new Map();
  for (const mapping of primitive.getExtension<MappingList>(NAME)?.listMappings() ?? []) {
    const material = mapping.getMaterial();
    for (const variant of material ? mapping.listVariants() : []) {
      if (material) {
        materials.set(variant.getName(), material);
      }
    }
  }
  return materials;
}

/** The materials by variants of each material that a mesh has; primitives with one material have the same. */
export function mappingsByMaterial(document: Document): Map<Material, MappingList> {
  const mappings = new Map<Material, MappingList>();
  for (const primitive of primitivesIn(document)) {
    const [material, mapping] = [primitive.getMaterial(), primitive.getExtension<MappingList>(NAME)];
    if (material && mapping) {
      mappings.set(material, mapping);
    }
  }
  return mappings;
}

/** Gives primitives that lost their mapping, such as by a merge, that of their material. */
export function restoreMappings(document: Document, mappings: ReadonlyMap<Material, MappingList>): void {
  for (const primitive of primitivesIn(document)) {
    const material = primitive.getMaterial();
    const mapping = material && mappings.get(material);
    if (mapping && !primitive.getExtension(NAME)) {
      primitive.setExtension(NAME, mapping);
    }
  }
}

/** Removes all variants, with the materials and textures that only they have. */
export async function leaveOutVariants(document: Document): Promise<void> {
  const [variant] = listVariants(document);
  if (variant) {
    document.disposeExtension(NAME);
    const propertyTypes = [PropertyType.MATERIAL, PropertyType.TEXTURE];
    await document.transform(prune({ propertyTypes, keepSolidTextures: true }));
  }
}
