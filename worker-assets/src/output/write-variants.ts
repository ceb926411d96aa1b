import type { Document } from '@gltf-transform/core';
import { cloneDocument, prune, unpartition } from '@gltf-transform/functions';
import { restoreTextures } from './compress-textures.ts';
import { copyDocument } from './copy-document.ts';
import type { GltfIo } from './gltf-io.ts';
import { cornersFor, type Optimized, type OptimizeOptions, optimize, shrink, tidy } from './optimize.ts';
import { partOf } from './progress.ts';
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

/** How much is done of writing both files when each step is. */
const STEPS = { tidied: 0.25, light: 0.6, shrunk: 0.9 } as const;

/**
 * Optimises a document in place and writes it, and a lighter copy of it. What both share is done once; the copy comes
 * first and is gone when the document itself is packed, so that little is held at the same time.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeVariants(
  document: Document,
  { io, purpose, progress, ...options }: Omit<OptimizeOptions, 'target'> & { io: GltfIo },
): Promise<Variants> {
  const drawn = await tidy(document, purpose);
  progress?.(STEPS.tidied);
  releaseMemory();
  const lightened = partOf(progress, [STEPS.tidied, STEPS.light]);
  const mobile = await writeLight(document, { io, progress: lightened, ...options });
  progress?.(STEPS.light);
  releaseMemory();
  const shrunk = partOf(progress, [STEPS.light, STEPS.shrunk]);
  const textures = await shrink(document, { ...options, progress: shrunk, target: 'desktop' });
  progress?.(STEPS.shrunk);
  releaseMemory();
  return { glb: await writeGlb(document, io), mobile, optimized: { ...textures, drawn } };
}

/**
 * Writes a document with every number and pixel that it has, and a lighter copy of it; only what nothing uses goes.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeAsItCame(
  document: Document,
  { io, files, encodeImage, progress }: WholeOptions & Pick<OptimizeOptions, 'encodeImage' | 'progress'>,
): Promise<Variants> {
  // Nothing is shared: the arrays of what is thinned out go to another thread, and come back to the copy alone.
  const light = cloneDocument(document);
  await optimize(light, { encodeImage, files, progress, target: 'mobile', purpose: 'asset' });
  const mobile = await writeGlb(light, io);
  const { glb, dropped } = await writeWhole(document, { io, files });
  return { glb, mobile, optimized: { resized: 0, dropped, drawn: { before: 0, after: 0 } } };
}

type WholeOptions = {
  io: GltfIo;
  /** Where the document's pictures lie. */
  files: TextureFiles;
};

/**
 * Writes a document with every number and pixel that it has; only what nothing uses goes.
 * @returns it, and how many pictures could not be read and were taken out.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeWhole(
  document: Document,
  { io, files }: WholeOptions,
): Promise<{ glb: Uint8Array<ArrayBuffer>; dropped: number }> {
  await document.transform(
    prune({ keepAttributes: true, keepIndices: true, keepLeaves: true, keepSolidTextures: true }),
    unpartition(),
  );
  const dropped = await restoreTextures(document, files);
  return { glb: await writeGlb(document, io), dropped };
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
