import type { PropertyType, WriterContext } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';

/**
 * Stores accessors of one kind from all meshes together, so that many small meshes share a few buffer views.
 */
export class PackedBufferViews extends EXTMeshoptCompression {
  /** @inheritdoc */
  override prewrite(context: WriterContext, propertyType: PropertyType): this {
    context.accessorUsageGroupedByParent.clear();
    return super.prewrite(context, propertyType);
  }
}
