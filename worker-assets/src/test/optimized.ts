import type { Document, Node } from '@gltf-transform/core';
import { createGltfIo } from '../output/gltf-io.ts';
import { optimize } from '../output/optimize.ts';
import { assertValidGlb } from '../output/write-glb.ts';

const opening = createGltfIo();

/** Optimises a document as an import does, and reads the written GLB, which must be valid. */
export async function optimized(document: Document): Promise<Document> {
  const io = await opening;
  await optimize(document, { target: 'desktop', purpose: 'asset' });
  const glb = await io.writeGlb(document);
  await assertValidGlb(glb);
  return await io.readGlb(glb);
}

/** The nodes of a document with a mesh. */
export function drawnOf(document: Document): Node[] {
  return document
    .getRoot()
    .listNodes()
    .filter((node) => node.getMesh());
}
