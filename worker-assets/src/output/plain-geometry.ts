import type { Document } from '@gltf-transform/core';
import { dequantize } from '@gltf-transform/functions';

const COMPRESSIONS = /^(EXT_meshopt_compression|KHR_draco_mesh_compression|KHR_mesh_quantization)$/;

/**
 * Converts compressed and quantised geometry into plain floats, in place: the common input of all outputs.
 */
export async function plainGeometry(document: Document): Promise<void> {
  await document.transform(dequantize());
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (COMPRESSIONS.test(extension.extensionName)) {
      extension.dispose();
    }
  }
}
