import type { Document } from '@gltf-transform/core';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] as const;

/** Writes identity inverse bind matrices for skins that omit them, in place: quantisation scales them. */
export function writeBindMatrices(document: Document): void {
  const root = document.getRoot();
  for (const skin of root.listSkins().filter((each) => !each.getInverseBindMatrices())) {
    const array = Float32Array.from(skin.listJoints().flatMap(() => IDENTITY));
    const [buffer = document.createBuffer()] = root.listBuffers();
    skin.setInverseBindMatrices(document.createAccessor().setType('MAT4').setArray(array).setBuffer(buffer));
  }
}
