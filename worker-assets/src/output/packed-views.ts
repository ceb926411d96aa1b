import type { PropertyType, WriterContext } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';

/**
 * Combines the buffer views of all meshes by kind: a model of many small meshes has a few views instead
 * of many.
 */
export class PackedViews extends EXTMeshoptCompression {
  /** @inheritdoc */
  override prewrite(context: WriterContext, propertyType: PropertyType): this {
    context.accessorUsageGroupedByParent.clear();
    return super.prewrite(context, propertyType);
  }
}
