import { uniqueName } from '@diorama/shared/domain/unique-name.ts';
import type { Document, Material, Primitive } from '@gltf-transform/core';
import { KHRMaterialsVariants, type MappingList } from '@gltf-transform/extensions';
import { listVariants, variantMaterials } from '../output/gltf/variants.ts';
import { primitivesIn } from '../output/measure.ts';

const { EXTENSION_NAME } = KHRMaterialsVariants;

/** Longest name of a variant, in characters, as documents store it. */
const MAX_NAME = 200;

/**
 * Makes the material variants of a file usable, in place: each has a unique name, and primitives with the same
 * material get the same materials by variants. A material with several mappings is copied for each, so
 * that a variant maps slots to materials.
 * @returns whether anything was changed
 */
export function tidyVariants(document: Document): boolean {
  const renamed = nameVariants(document);
  const split = splitMaterials(document);
  return renamed || split;
}

function nameVariants(document: Document): boolean {
  const taken = new Set<string>();
  let isChanged = false;
  for (const [at, variant] of listVariants(document).entries()) {
    const base =
      variant
        .getName()
        .trim()
        .slice(0, MAX_NAME - 4) || `Variant ${at + 1}`;
    const name = uniqueName(base, taken);
    taken.add(name);
    isChanged ||= name !== variant.getName();
    variant.setName(name);
  }
  return isChanged;
}

function splitMaterials(document: Document): boolean {
  const names = new Set(
    document
      .getRoot()
      .listMaterials()
      .map((material) => material.getName()),
  );
  /** Materials by their original and the text of their mapping. */
  const known = new Map<Material | null, Map<string, Material | null>>();
  let isChanged = false;
  for (const primitive of primitivesIn(document)) {
    const own = primitive.getMaterial();
    const text = textOf(primitive);
    const byMapping = known.get(own) ?? new Map<string, Material | null>();
    known.set(own, byMapping);
    if (!byMapping.has(text)) {
      const needsOwn = byMapping.size > 0 || (own === null && text !== '');
      byMapping.set(text, needsOwn ? copyOf(document, own, names) : own);
    }
    const material = byMapping.get(text) ?? null;
    if (material !== own) {
      primitive.setMaterial(material);
      isChanged = true;
    }
  }
  return isChanged;
}

function copyOf(document: Document, material: Material | null, names: Set<string>): Material {
  const copy = material ? material.clone() : document.createMaterial();
  const name = uniqueName(material?.getName() || 'Material', names);
  names.add(name);
  return copy.setName(name);
}

/** A text that is the same for primitives with the same materials by variants. */
function textOf(primitive: Primitive): string {
  if (!primitive.getExtension<MappingList>(EXTENSION_NAME)) {
    return '';
  }
  return JSON.stringify(
    [...variantMaterials(primitive)].map(([name, material]) => [name, material.getName()]).sort(),
  );
}
