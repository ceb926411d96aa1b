import type { Document } from '@gltf-transform/core';
import { cloneDocument, prune, unpartition } from '@gltf-transform/functions';
import { restoreTextures } from './compress-textures.ts';
import { copyDocument } from './copy-document.ts';
import type { GltfIo } from './gltf-io.ts';
import type { ImageEncoder } from './images.ts';
import { cornersFor, type Optimized, type OptimizeOptions, optimize, shrink, tidy } from './optimize.ts';
import type { TextureFiles } from './texture-files.ts';
import { leaveCorners } from './thin-triangles.ts';
import { writeGlb } from './write-glb.ts';

/** The two files that a document becomes. */
export type Variants = {
  glb: Uint8Array<ArrayBuffer>;
  /** The lighter one for phones. */
  mobile: Uint8Array<ArrayBuffer>;
  /** What was done for the first one. */
  optimized: Optimized;
};

/**
 * Optimises a document in place and writes it, and a lighter copy of it. What both share is done once; the copy comes
 * first and is gone when the document itself is packed, so that little is held at the same time.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeVariants(
  document: Document,
  { io, purpose, ...options }: Omit<OptimizeOptions, 'target'> & { io: GltfIo },
): Promise<Variants> {
  const drawn = await tidy(document, purpose);
  releaseMemory();
  const mobile = await writeLight(document, { io, ...options });
  releaseMemory();
  const textures = await shrink(document, { ...options, target: 'desktop' });
  releaseMemory();
  return { glb: await writeGlb(document, io), mobile, optimized: { ...textures, drawn } };
}

/**
 * Writes a document with every number and pixel that it has, and a lighter copy of it; only what nothing uses goes.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeAsItCame(
  document: Document,
  { io, files, encodeImage }: { io: GltfIo; files: TextureFiles; encodeImage: ImageEncoder },
): Promise<Variants> {
  // Nothing is shared: the arrays of what is thinned out go to another thread, and come back to the copy alone.
  const light = cloneDocument(document);
  await optimize(light, { encodeImage, files, target: 'mobile', purpose: 'asset' });
  const mobile = await writeGlb(light, io);
  await document.transform(
    prune({ keepAttributes: true, keepIndices: true, keepLeaves: true, keepSolidTextures: true }),
    unpartition(),
  );
  const dropped = await restoreTextures(document, files);
  const drawn = { before: 0, after: 0 };
  return { glb: await writeGlb(document, io), mobile, optimized: { resized: 0, dropped, drawn } };
}

async function writeLight(
  document: Document,
  { io, ...options }: Omit<OptimizeOptions, 'target' | 'purpose'> & { io: GltfIo },
): Promise<Uint8Array<ArrayBuffer>> {
  const corners = await cornersFor(document, 'mobile');
  const light = copyDocument(document);
  leaveCorners(light, corners);
  await shrink(light, { ...options, target: 'mobile' });
  return await writeGlb(light, io);
}

/** Arrays that are done with go at once: the collector waits for objects, of which a document of large arrays has few. */
function releaseMemory(): void {
  globalThis.gc?.();
}
