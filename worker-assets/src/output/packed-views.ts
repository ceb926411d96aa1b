import type { PropertyType, WriterContext } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';

/** Packs what all meshes have of one kind together: a model of many small meshes has a few views instead of many. */
export class PackedViews extends EXTMeshoptCompression {
  /** @inheritdoc */
  override prewrite(context: WriterContext, propertyType: PropertyType): this {
    context.accessorUsageGroupedByParent.clear();
    return super.prewrite(context, propertyType);
  }
}
