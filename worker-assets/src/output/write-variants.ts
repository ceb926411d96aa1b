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
import { progressOfPart } from './progress.ts';
import type { TextureFiles } from './texture-files.ts';
import { leaveCorners, type ThinCorners } from './thin-triangles.ts';
import { writeGlb } from './write-glb.ts';

/** The output files of a document. */
export type Variants = {
  glb: Uint8Array<ArrayBuffer>;
  /** The smaller file for phones. */
  mobile: Uint8Array<ArrayBuffer>;
  /** Result of the optimisation of the first file. */
  optimized: Optimized;
};

/** Overall progress after each step. */
const STEPS = { tidied: 0.25, light: 0.6, shrunk: 0.9 } as const;

/**
 * Optimises a document in place, and writes it with a smaller copy. For a scene it also writes a copy in
 * core glTF, which is null when the smaller one already is. Shared steps run once. The copies come first and
 * are released before the document is packed, to limit memory.
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
  const lightened = progressOfPart(progress, [STEPS.tidied, STEPS.light]);
  const mobile = await writeMobile(document, {
    ...light,
    finish: (copy) => shrink(copy, { ...options, progress: lightened, target: 'mobile' }),
  });
  releaseMemory();
  // Without geometry the smaller file needs no extension.
  const hasPlain = purpose === 'scene' && document.getRoot().listAccessors().length > 0;
  const plain = hasPlain
    ? await writeMobile(document, { ...light, finish: (copy) => shrinkPlainly(copy, options) })
    : null;
  progress?.(STEPS.light);
  releaseMemory();
  const shrunk = progressOfPart(progress, [STEPS.light, STEPS.shrunk]);
  const textures = await shrink(document, { ...options, progress: shrunk, target: 'desktop' });
  progress?.(STEPS.shrunk);
  releaseMemory();
  return { glb: await writeGlb(document, io), mobile, plain, optimized: { ...textures, drawn } };
}

/**
 * Writes a document with all its numbers and pixels, and a smaller copy. Only unused data is removed.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeUnoptimized(
  document: Document,
  { io, files, progress, steps }: WholeOptions & Pick<OptimizeOptions, 'progress'>,
): Promise<Variants> {
  // The copy shares no arrays, because simplification transfers them to a thread and back to the copy only.
  const light = cloneDocument(document);
  await optimize(light, { files, progress, steps, target: 'mobile', purpose: 'asset' });
  const mobile = await writeGlb(light, io);
  const { glb, ...lost } = await writeWhole(document, { io, files, steps });
  return { glb, mobile, optimized: { resized: 0, ...lost, drawn: { before: 0, after: 0 } } };
}

type WholeOptions = {
  io: GltfIo;
  /** Files of the document's textures. */
  files: TextureFiles;
  /** Steps to run; all by default. */
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
 * Writes a copy of a document for phones with smaller textures and otherwise unchanged.
 * @returns null for a document without textures.
 * @throws {@link InvalidGlbError} when the validator finds an error.
 */
export async function writeMobilePictures(
  document: Document,
  { io, ...options }: WholeOptions,
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

async function writeMobile(
  document: Document,
  { io, corners, finish }: Light,
): Promise<Uint8Array<ArrayBuffer>> {
  const light = copyDocument(document);
  leaveCorners(light, corners);
  await finish(light);
  return await writeGlb(light, io);
}

/** Forces a collection: the collector counts objects, and a document of large arrays has few. */
function releaseMemory(): void {
  globalThis.gc?.();
}
