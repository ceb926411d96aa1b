import type { Accessor, Document, TypedArray } from '@gltf-transform/core';
import { cloneDocument } from '@gltf-transform/functions';

/** Attributes that later steps replace and never modify. Joints and weights are sorted in place. */
const SHARED = /^(POSITION|NORMAL|TANGENT|TEXCOORD_\d+|COLOR_\d+)$/;

/** A copy of a document that shares the large arrays with it: a scan of a million vertices is held once. */
export function copyDocument(document: Document): Document {
  const arrays = new Map<number, TypedArray>();
  const accessors = document.getRoot().listAccessors();
  const shared = sharedOf(document);
  accessors.forEach((accessor, i) => {
    const array = shared.has(accessor) ? accessor.getArray() : null;
    if (array) {
      arrays.set(i, array);
      // An empty array of the same type, which costs nothing to copy.
      accessor.setArray(array.subarray(0, 0));
    }
  });
  const copy = cloneDocument(document);
  const copied = copy.getRoot().listAccessors();
  for (const [i, array] of arrays) {
    accessors[i]?.setArray(array);
    copied[i]?.setArray(array);
  }
  return copy;
}

function sharedOf(document: Document): Set<Accessor> {
  const shared = new Set<Accessor>();
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const semantics = primitive.listSemantics().filter((semantic) => SHARED.test(semantic));
      const arrays = semantics.map((semantic) => primitive.getAttribute(semantic));
      for (const accessor of [...arrays, primitive.getIndices()]) {
        if (accessor) {
          shared.add(accessor);
        }
      }
    }
  }
  return shared;
}
