import { type Document, Logger, PropertyType } from '@gltf-transform/core';
import { dedup, prune, quantize, reorder, unpartition } from '@gltf-transform/functions';
import { MeshoptEncoder } from 'meshoptimizer';
import { writeBindMatrices } from './bind-matrices.ts';
import {
  type CompressedTextures,
  compressTextures,
  type LostTextures,
  restoreTextures,
  type TextureBudget,
  type TextureOptions,
} from './compress-textures.ts';
import { gridPositions } from './grid-positions.ts';
import type { ImageEncoder } from './images.ts';
import { instanceMeshes } from './instance-meshes.ts';
import { joinParts } from './join-parts.ts';
import { shownNodes } from './measure.ts';
import { OptionalSteps } from './optional-steps.ts';
import { packFloats } from './pack-floats.ts';
import { packInstances } from './pack-instances.ts';
import { PackedViews } from './packed-views.ts';
import { forgetParts, PartMemory } from './part-names.ts';
import { plainForms } from './plain-forms.ts';
import type { Progress } from './progress.ts';
import { SpareAttributes } from './spare-attributes.ts';
import type { TextureFiles } from './texture-files.ts';
import { thinAnimations } from './thin-animations.ts';
import { findThinCorners, leaveCorners, type ThinCorners } from './thin-triangles.ts';
import { weldVertices } from './weld-vertices.ts';

export type OptimizeOptions = {
  encodeImage: ImageEncoder;
  /** `desktop` keeps every triangle and pictures to 2048; `mobile`, for phones, has a quarter of their pixels. */
  target: 'desktop' | 'mobile';
  /**
   * `asset` keeps the names of materials, and texture coordinates and normals that none reads yet, because scenes give
   * models other materials, and draws many parts as few; `scene` keeps the names of nodes and drops what no material reads.
   */
  purpose: 'asset' | 'scene';
  /** Where pictures lie that the document only stands in for. */
  files?: TextureFiles;
  /** Is told of every picture that is done. */
  progress?: Progress;
  /** Steps to run; all of them by default. */
  steps?: OptionalSteps;
};

export type Optimized = CompressedTextures & {
  /** How many nodes were drawn before, and how many are. */
  drawn: { before: number; after: number };
};

/** What pictures may take, and triangles of all meshes. */
const BUDGETS = {
  desktop: { textures: { side: 2048, share: 1, pixels: 64_000_000 }, triangles: Number.POSITIVE_INFINITY },
  mobile: { textures: { side: 2048, share: 0.5, pixels: 12_000_000 }, triangles: 300_000 },
} as const satisfies Record<OptimizeOptions['target'], { textures: TextureBudget; triangles: number }>;

/**
 * What the pictures of AR on Android may take. Scene Viewer decodes them to about 130 MB with their mipmaps at most, which
 * leaves 22 of 1024 pixels a side.
 */
const ANDROID_TEXTURES: TextureBudget = { side: 2048, share: 1, pixels: 24_000_000 };

/** Targets are written as they are here. */
const TARGET_NORMAL_BITS = 8;
const { ACCESSOR, MATERIAL, MESH, SKIN, TEXTURE } = PropertyType;
/** What is not packed by ourselves. */
const OTHERS = /^(POSITION|JOINTS|WEIGHTS|COLOR)(_\d+)?$/;

const NOTHING_LOST: LostTextures = { dropped: 0, bereft: new Set() };

/** How far a simplified surface may lie from the original, as a share of the mesh's size. */
const SIMPLIFY_ERROR = 0.002;

/**
 * Makes a document small to load and cheap to draw, in place: duplicates merged, unused parts and unread attributes
 * removed, vertices welded, pictures as WebP within a budget, animations thinned, geometry quantised and compressed
 * (EXT_meshopt_compression). A picture that cannot be read is taken out and counted.
 */
export async function optimize(document: Document, options: OptimizeOptions): Promise<Optimized> {
  const drawn = await tidy(document, options);
  leaveCorners(document, await cornersFor(document, options));
  return { ...(await shrink(document, options)), drawn };
}

/**
 * The first half, which is the same for every target: merges what is equal, draws as one what can be, and takes out what
 * nothing reads, in place. @returns how many nodes were drawn before, and how many are.
 */
export async function tidy(
  document: Document,
  { purpose, steps = new OptionalSteps() }: Pick<OptimizeOptions, 'purpose' | 'steps'>,
): Promise<Optimized['drawn']> {
  // The library tells every step to the console; what matters is in the result.
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  const before = countDrawn(document);
  await steps.apply('bind matrices', () => writeBindMatrices(document));
  await merge(document, { purpose, steps });
  await steps.apply('thin animations', () => thinAnimations(document));
  await steps.apply('pack floats', () => packFloats(document));
  return { before, after: countDrawn(document) };
}

/** The triangles of a tidy document that its target has room for. */
export async function cornersFor(
  document: Document,
  { target, steps = new OptionalSteps() }: Pick<OptimizeOptions, 'target' | 'steps'>,
): Promise<ThinCorners> {
  return await steps.run(
    'simplify',
    () => findThinCorners(document, { most: BUDGETS[target].triangles, error: SIMPLIFY_ERROR }),
    () => [],
  );
}

/** The second half: brings a tidy document with few enough triangles within the budget of its target, in place. */
export async function shrink(
  document: Document,
  options: Omit<OptimizeOptions, 'purpose'>,
): Promise<CompressedTextures> {
  const budget = BUDGETS[options.target];
  if (options.target === 'mobile') {
    forgetParts(document);
  }
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  const textures = await shrinkTextures(document, options, budget.textures);
  await MeshoptEncoder.ready;
  await packGeometry(document, options.steps);
  return textures;
}

/** Compresses the textures of a document, or puts them back as they came. */
async function shrinkTextures(
  document: Document,
  { steps = new OptionalSteps(), ...options }: TextureOptions & Pick<OptimizeOptions, 'steps'>,
  budget: TextureBudget,
): Promise<CompressedTextures> {
  return await steps.run(
    'compress textures',
    () => compressTextures(document, options, budget),
    async () => ({
      resized: 0,
      ...(options.files ? await restoreTextures(document, options.files) : NOTHING_LOST),
    }),
  );
}

/** Brings the pictures alone within the budget of phones, in place. */
export async function shrinkPictures(
  document: Document,
  options: Pick<OptimizeOptions, 'encodeImage' | 'files' | 'steps'>,
): Promise<void> {
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  await shrinkTextures(document, options, BUDGETS.mobile.textures);
}

/**
 * The second half for readers of little but the core of glTF, which AR on Android is: pictures as PNG or JPEG within
 * {@link ANDROID_TEXTURES}, and geometry without compression, in place.
 * @param budget of the pictures, for a comparison with files whose pictures have another size
 */
export async function shrinkPlainly(
  document: Document,
  options: Pick<OptimizeOptions, 'encodeImage' | 'files' | 'steps'>,
  budget: TextureBudget = ANDROID_TEXTURES,
): Promise<void> {
  forgetParts(document);
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  await shrinkTextures(document, { ...options, format: 'png-or-jpeg' }, budget);
  await plainForms(document);
}

function countDrawn(document: Document): number {
  return [...shownNodes(document)].filter((node) => node.getMesh()).length;
}

async function merge(
  document: Document,
  { purpose, steps }: Required<Pick<OptimizeOptions, 'purpose' | 'steps'>>,
): Promise<void> {
  const isAsset = purpose === 'asset';
  const spare = new SpareAttributes(document);
  const parts = new PartMemory(document);
  if (isAsset) {
    spare.hide();
  }
  await steps.apply('merge duplicates', () =>
    document.transform(
      dedup({ propertyTypes: isAsset ? [ACCESSOR, TEXTURE, MESH, SKIN] : [ACCESSOR, TEXTURE, SKIN] }),
      // People replace materials by their names.
      dedup({ propertyTypes: isAsset ? [MATERIAL] : [MATERIAL, MESH], keepUniqueNames: true }),
    ),
  );
  await steps.apply('instance meshes', () => instanceMeshes(document));
  await steps.apply('remove unused', () =>
    document.transform(prune({ keepSolidTextures: true, keepLeaves: true })),
  );
  if (isAsset) {
    spare.show();
    await steps.apply('join parts', () => joinParts(document));
    parts.keep();
  }
  await steps.apply('weld vertices', () => weldVertices(document));
}

/** What lies in one place has no size to count in, and the library leaves its nodes without a turn or a scale. */
function mendPointNodes(document: Document): void {
  for (const node of document.getRoot().listNodes()) {
    if (node.getMesh() && node.getScale().every((scale) => scale === 0)) {
      node.setRotation([0, 0, 0, 1]).setScale([1, 1, 1]);
    }
  }
}

/** Quantises and orders the geometry, and has it compressed when the document is written. */
async function packGeometry(document: Document, steps = new OptionalSteps()): Promise<void> {
  if (document.getRoot().listAccessors().length === 0) {
    return;
  }
  await document.transform(unpartition());
  await steps.apply('quantize', () =>
    document.transform(
      quantize({ pattern: OTHERS, patternTargets: /.*/, quantizeNormal: TARGET_NORMAL_BITS }),
    ),
  );
  mendPointNodes(document);
  await steps.apply('spare coordinates', () => new SpareAttributes(document).coarsen());
  // Vertices that have become the same are one.
  await steps.apply('weld vertices', () => weldVertices(document));
  await steps.apply('reorder', () =>
    document.transform(reorder({ encoder: MeshoptEncoder, target: 'size' })),
  );
  await steps.apply('merge accessors', () => document.transform(dedup({ propertyTypes: [ACCESSOR] })));
  await steps.apply('position grid', () => gridPositions(document));
  await steps.apply('pack instances', () => packInstances(document));
  await steps.apply('compress geometry', () =>
    document
      .createExtension(PackedViews)
      .setRequired(true)
      .setEncoderOptions({ method: PackedViews.EncoderMethod.FILTER }),
  );
}
