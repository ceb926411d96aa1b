import type { Document } from '@gltf-transform/core';
import { cloneDocument, prune, unpartition } from '@gltf-transform/functions';
import { restoreTextures } from './compress-textures.ts';
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

/** Files written from a document. */
export type Variants = {
  glb: Uint8Array<ArrayBuffer>;
  /** The lighter file for phones. */
  mobile: Uint8Array<ArrayBuffer>;
  /** Optimisation results of the first file. */
  optimized: Optimized;
};

/** Progress of writing both files after each step. */
const STEPS = { tidied: 0.25, light: 0.6, shrunk: 0.9 } as const;

/**
 * Optimises a document in place and writes it with a lighter copy. A scene also gets a copy for readers of
 * little more than core glTF.
 * That copy is null where the lighter one is readable for them.
 * Common steps run once. The copies come first and are released before the document is compressed, to limit
 * the peak memory.
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
  // Without geometry the lighter file needs no extension.
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
 * Writes a document with all of its numbers and pixels, and a lighter copy of it; only unused parts
 * are removed.
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
  // No sharing: simplified arrays are transferred to another thread, and return to the copy only.
  const light = cloneDocument(document);
  await optimize(light, { encodeImage, files, progress, steps, target: 'mobile', purpose: 'asset' });
  const mobile = await writeGlb(light, io);
  const { glb, dropped } = await writeWhole(document, { io, files, steps });
  return { glb, mobile, optimized: { resized: 0, dropped, drawn: { before: 0, after: 0 } } };
}

type WholeOptions = {
  io: GltfIo;
  /** Files of the document's pictures. */
  files: TextureFiles;
  /** Steps to run; all of them by default. */
  steps?: OptionalSteps;
};

/**
 * Writes a document with all of its numbers and pixels; only unused parts are removed.
 * @returns the file, and the number of unreadable pictures that were removed.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeWhole(
  document: Document,
  { io, files, steps = new OptionalSteps() }: WholeOptions,
): Promise<{ glb: Uint8Array<ArrayBuffer>; dropped: number }> {
  await steps.apply('remove unused', () =>
    document.transform(
      prune({ keepAttributes: true, keepIndices: true, keepLeaves: true, keepSolidTextures: true }),
    ),
  );
  await document.transform(unpartition());
  const dropped = await restoreTextures(document, files);
  return { glb: await writeGlb(document, io), dropped };
}

/**
 * Writes a copy of a document for phones with lighter pictures and no other changes.
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

/**
 * Releases unused arrays at once: the collector reacts to objects, of which a document of large arrays
 * has few.
 */
function releaseMemory(): void {
  globalThis.gc?.();
}
