import { type Document, Logger, PropertyType, type WriterContext } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';
import {
  dedup,
  dequantize,
  prune,
  quantize,
  reorder,
  uninstance,
  unpartition,
} from '@gltf-transform/functions';
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
import { leaveOutInteractivity } from './gltf/interactivity-extension.ts';
import { leaveOutVariants } from './gltf/variants.ts';
import { instanceMeshes } from './instance-meshes.ts';
import { joinMeshes } from './join-meshes.ts';
import { shownNodes } from './measure.ts';
import { OptionalSteps } from './optional-steps.ts';
import { packFloats } from './pack-floats.ts';
import { packInstances } from './pack-instances.ts';
import { forgetParts, PartMemory } from './part-names.ts';
import type { Progress } from './progress.ts';
import { reduceKeyframes } from './reduce-keyframes.ts';
import { repackPositions } from './repack-positions.ts';
import type { TextureFiles } from './texture-files.ts';
import { findThinCorners, leaveCorners, type ThinCorners } from './thin-triangles.ts';
import { UnusedAttributes } from './unused-attributes.ts';
import { weldVertices } from './weld-vertices.ts';

/** Extensions that Scene Viewer reads, by https://developers.google.com/ar/develop/scene-viewer */
const READ_BY_SCENE_VIEWER: ReadonlySet<string> = new Set([
  'KHR_draco_mesh_compression',
  'KHR_materials_unlit',
  'KHR_texture_transform',
]);

/** Attributes that core glTF allows only as floats; coordinates and colours may be integers. */
const FLOATS = /^(POSITION|NORMAL|TANGENT)$/;

/**
 * Stores accessors of one kind from all meshes together, so that many small meshes share a few buffer views.
 */
class PackedBufferViews extends EXTMeshoptCompression {
  /** @inheritdoc */
  override prewrite(context: WriterContext, propertyType: PropertyType): this {
    context.accessorUsageGroupedByParent.clear();
    return super.prewrite(context, propertyType);
  }
}

export type OptimizeOptions = {
  /**
   * `desktop` keeps every triangle and textures up to 2048 pixels. `mobile`, for phones, has a quarter of the
   * pixels.
   */
  target: 'desktop' | 'mobile';
  /**
   * `asset` keeps material names and unread texture coordinates and normals, because scenes assign other
   * materials. It also joins parts. `scene` keeps node names and drops attributes that no material reads.
   */
  purpose: 'asset' | 'scene';
  /** Files of textures that are placeholders in the document. */
  files?: TextureFiles;
  /** Called for every finished texture. */
  progress?: Progress;
  /** Steps to run; all by default. */
  steps?: OptionalSteps;
};

export type Optimized = CompressedTextures & {
  /** Number of drawn nodes before and after. */
  drawn: { before: number; after: number };
};

/** Budgets for textures, and for the triangles of all meshes. */
const BUDGETS = {
  desktop: { textures: { side: 2048, share: 1, pixels: 64_000_000 }, triangles: Number.POSITIVE_INFINITY },
  mobile: { textures: { side: 2048, share: 0.5, pixels: 12_000_000 }, triangles: 300_000 },
} as const satisfies Record<OptimizeOptions['target'], { textures: TextureBudget; triangles: number }>;

/**
 * Texture budget of AR on Android. Scene Viewer decodes textures to about 130 MB at most with mipmaps, which
 * is 22 textures of 1024² pixels.
 */
const ANDROID_TEXTURES: TextureBudget = { side: 2048, share: 1, pixels: 24_000_000 };

/** Morph targets are stored with this precision. */
const TARGET_NORMAL_BITS = 8;
const { ACCESSOR, MATERIAL, MESH, SKIN, TEXTURE } = PropertyType;
/** Attributes that the library packs. */
const OTHERS = /^(POSITION|JOINTS|WEIGHTS|COLOR)(_\d+)?$/;

const NOTHING_LOST: LostTextures = { dropped: 0, bereft: new Set() };

/** Largest error of a simplified surface, relative to the mesh's size. */
const SIMPLIFY_ERROR = 0.002;

/**
 * Optimises a document for loading and rendering, in place. Merges duplicates, prunes unused parts and
 * attributes, welds vertices, encodes textures as WebP within a budget, resamples animations, and quantises
 * and compresses geometry (EXT_meshopt_compression). Unreadable textures are removed and counted.
 */
export async function optimize(document: Document, options: OptimizeOptions): Promise<Optimized> {
  const drawn = await tidy(document, options);
  leaveCorners(document, await cornersFor(document, options));
  return { ...(await shrink(document, options)), drawn };
}

/**
 * Runs the steps shared by every target, in place: merges duplicates, joins or instances meshes, and prunes
 * unused parts.
 * @returns the number of drawn nodes before and after.
 */
export async function tidy(
  document: Document,
  { purpose, steps = new OptionalSteps() }: Pick<OptimizeOptions, 'purpose' | 'steps'>,
): Promise<Optimized['drawn']> {
  // The library logs every step; the result contains everything relevant.
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  const before = countDrawn(document);
  await steps.apply('bind matrices', () => writeBindMatrices(document));
  await merge(document, { purpose, steps });
  await steps.apply('thin animations', () => reduceKeyframes(document));
  await steps.apply('pack floats', () => packFloats(document));
  return { before, after: countDrawn(document) };
}

/** Finds the triangles of a tidy document that fit the target's budget. */
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

/** Runs the steps for one target on a tidy document with few enough triangles, in place. */
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

/** Compresses the textures of a document, or restores the originals. */
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

/** Fits only the textures into the budget of phones, in place. */
export async function shrinkPictures(
  document: Document,
  options: Pick<OptimizeOptions, 'files' | 'steps'>,
): Promise<void> {
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  await shrinkTextures(document, options, BUDGETS.mobile.textures);
}

/**
 * Runs the steps for readers of core glTF, such as AR on Android, in place. Textures become PNG or JPEG
 * within {@link ANDROID_TEXTURES}; geometry stays uncompressed.
 * @param budget texture limits, for comparison with files of another texture size
 */
export async function shrinkPlainly(
  document: Document,
  options: Pick<OptimizeOptions, 'files' | 'steps'> = {},
  budget: TextureBudget = ANDROID_TEXTURES,
): Promise<void> {
  forgetParts(document);
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  leaveOutInteractivity(document);
  await leaveOutVariants(document);
  await shrinkTextures(document, { ...options, format: 'png-or-jpeg' }, budget);
  await toSceneViewerSubset(document);
}

function countDrawn(document: Document): number {
  return [...shownNodes(document)].filter((node) => node.getMesh()).length;
}

async function merge(
  document: Document,
  { purpose, steps }: Required<Pick<OptimizeOptions, 'purpose' | 'steps'>>,
): Promise<void> {
  const isAsset = purpose === 'asset';
  const spare = new UnusedAttributes(document);
  const parts = new PartMemory(document);
  if (isAsset) {
    spare.hide();
  }
  await steps.apply('merge duplicates', () =>
    document.transform(
      dedup({ propertyTypes: isAsset ? [ACCESSOR, TEXTURE, MESH, SKIN] : [ACCESSOR, TEXTURE, SKIN] }),
      // Users replace materials by name.
      dedup({ propertyTypes: isAsset ? [MATERIAL] : [MATERIAL, MESH], keepUniqueNames: true }),
    ),
  );
  await steps.apply('instance meshes', () => instanceMeshes(document));
  await steps.apply('remove unused', () =>
    document.transform(prune({ keepSolidTextures: true, keepLeaves: true })),
  );
  if (isAsset) {
    spare.show();
    await steps.apply('join parts', () => joinMeshes(document));
    parts.keep();
  }
  await steps.apply('weld vertices', () => weldVertices(document));
}

/** Resets the transform of meshes that are a single point: without a size they cannot be quantised. */
function mendPointNodes(document: Document): void {
  for (const node of document.getRoot().listNodes()) {
    if (node.getMesh() && node.getScale().every((scale) => scale === 0)) {
      node.setRotation([0, 0, 0, 1]).setScale([1, 1, 1]);
    }
  }
}

/** Quantises and reorders the geometry, and enables compression for writing. */
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
  await steps.apply('spare coordinates', () => new UnusedAttributes(document).coarsen());
  // Quantisation may have made vertices equal.
  await steps.apply('weld vertices', () => weldVertices(document));
  await steps.apply('reorder', () =>
    document.transform(reorder({ encoder: MeshoptEncoder, target: 'size' })),
  );
  await steps.apply('merge accessors', () => document.transform(dedup({ propertyTypes: [ACCESSOR] })));
  await steps.apply('position grid', () => repackPositions(document));
  await steps.apply('pack instances', () => packInstances(document));
  await steps.apply('compress geometry', () =>
    document
      .createExtension(PackedBufferViews)
      .setRequired(true)
      .setEncoderOptions({ method: PackedBufferViews.EncoderMethod.FILTER }),
  );
}

/**
 * Converts a tidy document to features that Scene Viewer reads, in place: nodes instead of instances, floats
 * for directions. Unknown material and light extensions stay as optional ones.
 */
async function toSceneViewerSubset(document: Document): Promise<void> {
  await document.transform(
    uninstance(),
    dequantize({ pattern: FLOATS }),
    // Removes unused accessors of earlier steps.
    prune({ propertyTypes: [PropertyType.ACCESSOR], keepAttributes: true, keepIndices: true }),
    unpartition(),
  );
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (!READ_BY_SCENE_VIEWER.has(extension.extensionName)) {
      extension.setRequired(false);
    }
  }
}
