import { type Document, PropertyType } from '@gltf-transform/core';
import { dequantize, prune, uninstance, unpartition } from '@gltf-transform/functions';

/** Extensions that Scene Viewer reads, by https://developers.google.com/ar/develop/scene-viewer */
const READ_BY_SCENE_VIEWER: ReadonlySet<string> = new Set([
  'KHR_draco_mesh_compression',
  'KHR_materials_unlit',
  'KHR_texture_transform',
]);
/** Attributes that core glTF allows only as floats; coordinates and colours may be integers. */
const FLOATS = /^(POSITION|NORMAL|TANGENT)$/;

/**
 * Converts a tidy document to features that Scene Viewer reads, in place: nodes instead of instances, floats
 * for directions. Unknown material and light extensions stay as optional ones.
 */
export async function toSceneViewerSubset(document: Document): Promise<void> {
  await document.transform(
    uninstance(),
    dequantize({ pattern: FLOATS }),
    // Removes unused accessors of earlier steps.
    prune({ propertyTypes: [PropertyType.ACCESSOR], keepAttributes: true, keepIndices: true }),
    unpartition(),
  );
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (!READ_BY_SCENE_VIEWER.has(extension.extensionName)) {
      extension.setRequired(false);
    }
  }
}
