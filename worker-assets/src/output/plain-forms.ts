import { type Document, PropertyType } from '@gltf-transform/core';
import { dequantize, prune, uninstance, unpartition } from '@gltf-transform/functions';

/** Extensions that Scene Viewer reads, by https://developers.google.com/ar/develop/scene-viewer */
const READ_BY_SCENE_VIEWER: ReadonlySet<string> = new Set([
  'KHR_draco_mesh_compression',
  'KHR_materials_unlit',
  'KHR_texture_transform',
]);
/** Attributes that core glTF allows as floats only; coordinates and colours may have 16 bits in it. */
const FLOATS = /^(POSITION|NORMAL|TANGENT)$/;

/**
 * Converts a tidied document into forms that Scene Viewer reads, in place: nodes for instances, floats
 * for directions.
 * Unsupported extensions of materials and lights stay, as optional ones.
 */
export async function plainForms(document: Document): Promise<void> {
  await document.transform(
    uninstance(),
    dequantize({ pattern: FLOATS }),
    // Leftovers of copies.
    prune({ propertyTypes: [PropertyType.ACCESSOR], keepAttributes: true, keepIndices: true }),
    unpartition(),
  );
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (!READ_BY_SCENE_VIEWER.has(extension.extensionName)) {
      extension.setRequired(false);
    }
  }
}
