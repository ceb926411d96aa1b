import type { Accessor, Document } from '@gltf-transform/core';
import { InstancedMesh } from '@gltf-transform/extensions';

const SHORT_MAX = 2 ** 15 - 1;

/** Stores the rotations of instances in 16-bit numbers, in place, and removes leftovers of copies. */
export function packInstances(document: Document): void {
  for (const extension of document.getRoot().listExtensionsUsed()) {
    for (const property of extension.listProperties()) {
      if (property instanceof InstancedMesh) {
        pack(property);
      }
    }
  }
  for (const accessor of document.getRoot().listAccessors()) {
    if (isUnused(accessor)) {
      accessor.dispose();
    }
  }
}

function pack(instances: InstancedMesh): void {
  if (instances.listParents().every((parent) => parent.propertyType !== 'Node')) {
    instances.dispose();
    return;
  }
  const rotation = instances.getAttribute('ROTATION');
  const array = rotation?.getArray();
  if (rotation && array instanceof Float32Array) {
    const shorts = Int16Array.from(array, (part) => Math.round(part * SHORT_MAX));
    instances.setAttribute('ROTATION', rotation.clone().setNormalized(true).setArray(shorts));
  }
}

function isUnused(accessor: Accessor): boolean {
  return accessor.listParents().every((parent) => parent.propertyType === 'Root');
}
