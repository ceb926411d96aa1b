import { type Document, PropertyType } from '@gltf-transform/core';
import { dequantize, prune, uninstance, unpartition } from '@gltf-transform/functions';

/** What Scene Viewer reads beside the core of glTF, by https://developers.google.com/ar/develop/scene-viewer */
const READ_BY_SCENE_VIEWER: ReadonlySet<string> = new Set([
  'KHR_draco_mesh_compression',
  'KHR_materials_unlit',
  'KHR_texture_transform',
]);
/** What the core of glTF has as floats alone; coordinates and colours may be short in it. */
const FLOATS = /^(POSITION|NORMAL|TANGENT)$/;

/**
 * Brings a tidy document into forms that Scene Viewer reads, in place: nodes for instances, floats for directions. What
 * it does not know of materials and lights stays, as something that may be left out.
 */
export async function plainForms(document: Document): Promise<void> {
  await document.transform(
    uninstance(),
    dequantize({ pattern: FLOATS }),
    // What earlier steps left of copies.
    prune({ propertyTypes: [PropertyType.ACCESSOR], keepAttributes: true, keepIndices: true }),
    unpartition(),
  );
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (!READ_BY_SCENE_VIEWER.has(extension.extensionName)) {
      extension.setRequired(false);
    }
  }
}
