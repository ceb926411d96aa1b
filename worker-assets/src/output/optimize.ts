import { type Document, Logger, type Texture } from '@gltf-transform/core';
import { EXTTextureWebP } from '@gltf-transform/extensions';
import {
  dedup,
  getTextureColorSpace,
  instance,
  meshopt,
  prune,
  simplify,
  unpartition,
  weld,
} from '@gltf-transform/functions';
import { MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer';
import type { ImageEncoder } from './images.ts';
import { measure } from './measure.ts';
import type { TextureFiles } from './texture-files.ts';

export type OptimizeOptions = {
  encodeImage: ImageEncoder;
  /** `desktop` keeps every triangle and pictures to 2048; `mobile` is for phones, whose memory is the limit. */
  target: 'desktop' | 'mobile';
  /**
   * `asset` keeps every node and attribute, because scenes give models other materials and animate their parts;
   * `scene` draws five and more nodes with the same mesh as one and drops what no material reads.
   */
  purpose: 'asset' | 'scene';
  /** Where pictures lie that the document only stands in for. */
  files?: TextureFiles;
};

export type Optimized = {
  /** Textures made smaller than they came. */
  resized: number;
  /** Textures that could not be read and were taken out. */
  dropped: number;
};

/** Longest side of a texture, pixels of all textures together, and triangles of all meshes. */
const BUDGETS = {
  desktop: { textureSize: 2048, pixels: 64_000_000, triangles: Number.POSITIVE_INFINITY },
  mobile: { textureSize: 1024, pixels: 12_000_000, triangles: 300_000 },
} as const;

const MIN_INSTANCES = 5;
const SMALLEST_TEXTURE_SIZE = 256;
/** How far a simplified surface may lie from the original, as a share of the mesh's size. */
const SIMPLIFY_ERROR = 0.002;

/**
 * Makes a document small to load and cheap to draw, in place: duplicates merged, unused parts and unread attributes
 * removed, vertices welded, pictures as WebP within a budget, geometry quantised and compressed (EXT_meshopt_compression).
 * Names of nodes, meshes and materials are kept. A picture that cannot be read is taken out and counted.
 */
export async function optimize(document: Document, options: OptimizeOptions): Promise<Optimized> {
  const budget = BUDGETS[options.target];
  // The library tells every step to the console; what matters is in the result.
  document.setLogger(new Logger(Logger.Verbosity.SILENT));
  await document.transform(
    dedup({ keepUniqueNames: true }),
    ...(options.purpose === 'scene' ? [instance({ min: MIN_INSTANCES })] : []),
    prune({ keepSolidTextures: true, keepLeaves: true, keepAttributes: options.purpose === 'asset' }),
    weld(),
  );
  const { triangles } = measure(document);
  if (triangles > budget.triangles) {
    await MeshoptSimplifier.ready;
    const ratio = budget.triangles / triangles;
    await document.transform(simplify({ simplifier: MeshoptSimplifier, ratio, error: SIMPLIFY_ERROR }));
  }
  const result = await compressTextures(document, options, budget);
  await MeshoptEncoder.ready;
  // 'high' stores normals in 8 bits and is a quarter smaller; what scenes are made of again keeps more.
  const isSource = options.purpose === 'asset' && options.target === 'desktop';
  await document.transform(
    unpartition(),
    meshopt({ encoder: MeshoptEncoder, level: isSource ? 'medium' : 'high' }),
  );
  return result;
}

async function compressTextures(
  document: Document,
  { encodeImage, files }: OptimizeOptions,
  budget: { textureSize: number; pixels: number },
): Promise<Optimized> {
  const textures = document.getRoot().listTextures();
  const maxSize = fittingSize(textures, budget);
  const result: Optimized = { resized: 0, dropped: 0 };
  for (const texture of textures) {
    const before = texture.getSize();
    const outcome = await compressTexture(texture, { encodeImage, files, maxSize });
    if (outcome === 'dropped') {
      result.dropped += 1;
    } else if (before && Math.max(...before) > maxSize) {
      result.resized += 1;
    }
  }
  if (
    document
      .getRoot()
      .listTextures()
      .some((texture) => texture.getMimeType() === 'image/webp')
  ) {
    document.createExtension(EXTTextureWebP).setRequired(true);
  }
  return result;
}

/** Halves the size until all textures together fit the budget. */
function fittingSize(textures: readonly Texture[], budget: { textureSize: number; pixels: number }): number {
  let size = budget.textureSize;
  const pixelsAt = (limit: number) =>
    textures.reduce((sum, texture) => {
      const [width, height] = texture.getSize() ?? [0, 0];
      const scale = Math.min(1, limit / Math.max(width, height, 1));
      return sum + width * height * scale * scale;
    }, 0);
  while (size > SMALLEST_TEXTURE_SIZE && pixelsAt(size) > budget.pixels) {
    size /= 2;
  }
  return size;
}

type Compression = Pick<OptimizeOptions, 'encodeImage' | 'files'> & { maxSize: number };

async function compressTexture(
  texture: Texture,
  { encodeImage, files, maxSize }: Compression,
): Promise<'kept' | 'dropped'> {
  const file = files?.find(texture);
  const source = file?.path ?? texture.getImage();
  const mimeType = file?.mimeType ?? texture.getMimeType();
  try {
    if (!source) {
      throw new Error('The texture has no picture');
    }
    const encoded = await encodeImage(source, {
      maxSize,
      alpha: true,
      format: 'webp',
      data: getTextureColorSpace(texture) === null,
    });
    const fits = Math.max(...(texture.getSize() ?? [0, 0])) <= maxSize;
    const isKnown = /^image\/(png|jpeg|webp)$/.test(mimeType);
    const bytes = file?.bytes ?? texture.getImage()?.length ?? 0;
    // A small JPEG or WebP may already be smaller than what encoding it again makes of it.
    if (!fits || !isKnown || encoded.bytes.length < bytes) {
      texture.setImage(new Uint8Array(encoded.bytes)).setMimeType(encoded.mimeType);
    } else if (file) {
      texture.setImage(await file.read()).setMimeType(mimeType);
    }
    return 'kept';
  } catch {
    texture.dispose();
    return 'dropped';
  }
}
