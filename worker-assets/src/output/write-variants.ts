import type { Document } from '@gltf-transform/core';
import { cloneDocument, prune, unpartition } from '@gltf-transform/functions';
import { type LostTextures, restoreTextures } from './compress-textures.ts';
import { copyDocument } from './copy-document.ts';
import type { GltfIo } from './gltf-io.ts';
import {
  cornersFor,
  type Optimized,
  type OptimizeOptions,
  optimize,
  shrink,
  shrinkPictures,
  shrinkPlainly,
  tidy,
} from './optimize.ts';
import { OptionalSteps } from './optional-steps.ts';
import { partOf } from './progress.ts';
import type { TextureFiles } from './texture-files.ts';
import { leaveCorners, type ThinCorners } from './thin-triangles.ts';
import { writeGlb } from './write-glb.ts';

/** The files that a document becomes. */
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
 * Optimises a document in place and writes it, a lighter copy of it, and of a scene one that readers of little but the core
 * of glTF open as well (null where the lighter one is that already). What they share is done once; the copies come first
 * and are gone when the document itself is packed, so that little is held at the same time.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeVariants(
  document: Document,
  { io, purpose, progress, ...options }: Omit<OptimizeOptions, 'target'> & { io: GltfIo },
): Promise<Variants & { plain: Uint8Array<ArrayBuffer> | null }> {
  const drawn = await tidy(document, { purpose, steps: options.steps });
  progress?.(STEPS.tidied);
  releaseMemory();
  const corners = await cornersFor(document, { target: 'mobile', steps: options.steps });
  const light = { io, corners };
  const lightened = partOf(progress, [STEPS.tidied, STEPS.light]);
  const mobile = await writeLight(document, {
    ...light,
    finish: (copy) => shrink(copy, { ...options, progress: lightened, target: 'mobile' }),
  });
  releaseMemory();
  // Without geometry nothing in the lighter one needs an extension.
  const hasPlain = purpose === 'scene' && document.getRoot().listAccessors().length > 0;
  const plain = hasPlain
    ? await writeLight(document, { ...light, finish: (copy) => shrinkPlainly(copy, options) })
    : null;
  progress?.(STEPS.light);
  releaseMemory();
  const shrunk = partOf(progress, [STEPS.light, STEPS.shrunk]);
  const textures = await shrink(document, { ...options, progress: shrunk, target: 'desktop' });
  progress?.(STEPS.shrunk);
  releaseMemory();
  return { glb: await writeGlb(document, io), mobile, plain, optimized: { ...textures, drawn } };
}

/**
 * Writes a document with every number and pixel that it has, and a lighter copy of it; only what nothing uses goes.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeAsItCame(
  document: Document,
  {
    io,
    files,
    encodeImage,
    progress,
    steps,
  }: WholeOptions & Pick<OptimizeOptions, 'encodeImage' | 'progress'>,
): Promise<Variants> {
  // Nothing is shared: the arrays of what is thinned out go to another thread, and come back to the copy alone.
  const light = cloneDocument(document);
  await optimize(light, { encodeImage, files, progress, steps, target: 'mobile', purpose: 'asset' });
  const mobile = await writeGlb(light, io);
  const { glb, ...lost } = await writeWhole(document, { io, files, steps });
  return { glb, mobile, optimized: { resized: 0, ...lost, drawn: { before: 0, after: 0 } } };
}

type WholeOptions = {
  io: GltfIo;
  /** Where the document's pictures lie. */
  files: TextureFiles;
  /** Steps to run; all of them by default. */
  steps?: OptionalSteps;
};

/**
 * Writes a document with every number and pixel that it has; only what nothing uses goes.
 * @returns it, and the pictures that could not be read and were taken out.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeWhole(
  document: Document,
  { io, files, steps = new OptionalSteps() }: WholeOptions,
): Promise<LostTextures & { glb: Uint8Array<ArrayBuffer> }> {
  await steps.apply('remove unused', () =>
    document.transform(
      prune({ keepAttributes: true, keepIndices: true, keepLeaves: true, keepSolidTextures: true }),
    ),
  );
  await document.transform(unpartition());
  const lost = await restoreTextures(document, files);
  return { ...lost, glb: await writeGlb(document, io) };
}

/**
 * Writes a copy of a document for phones whose pictures alone are lighter, where nothing else may be touched.
 * @returns null where it has no pictures.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeLightPictures(
  document: Document,
  { io, ...options }: WholeOptions & Pick<OptimizeOptions, 'encodeImage'>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (document.getRoot().listTextures().length === 0) {
    return null;
  }
  const light = copyDocument(document);
  await shrinkPictures(light, options);
  await light.transform(unpartition());
  return await writeGlb(light, io);
}

type Light = { io: GltfIo; corners: ThinCorners; finish: (copy: Document) => Promise<unknown> };

async function writeLight(
  document: Document,
  { io, corners, finish }: Light,
): Promise<Uint8Array<ArrayBuffer>> {
  const light = copyDocument(document);
  leaveCorners(light, corners);
  await finish(light);
  return await writeGlb(light, io);
}

/** Arrays that are done with go at once: the collector waits for objects, of which a document of large arrays has few. */
function releaseMemory(): void {
  globalThis.gc?.();
}
