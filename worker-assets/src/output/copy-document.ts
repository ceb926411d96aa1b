import type { Accessor, Document, TypedArray } from '@gltf-transform/core';
import { cloneDocument } from '@gltf-transform/functions';
import { primitivesIn } from './measure.ts';

/** Attributes that later steps replace and never write into. Joints and weights are sorted in place. */
const SHARED = /^(POSITION|NORMAL|TANGENT|TEXCOORD_\d+|COLOR_\d+)$/;

/** Copies a document and shares its large arrays, so that a scan of a million vertices is in memory once. */
export function copyDocument(document: Document): Document {
  const arrays = new Map<number, TypedArray>();
  const accessors = document.getRoot().listAccessors();
  const shared = sharedOf(document);
  accessors.forEach((accessor, i) => {
    const array = shared.has(accessor) ? accessor.getArray() : null;
    if (array) {
      arrays.set(i, array);
      // An empty array of the same type is cheap to copy.
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
  for (const primitive of primitivesIn(document)) {
    const semantics = primitive.listSemantics().filter((semantic) => SHARED.test(semantic));
    const arrays = semantics.map((semantic) => primitive.getAttribute(semantic));
    for (const accessor of [...arrays, primitive.getIndices()]) {
      if (accessor) {
        shared.add(accessor);
      }
    }
  }
  return shared;
}
