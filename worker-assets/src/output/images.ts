import { readFile, stat } from 'node:fs/promises';
import sharp, { type Sharp, type WebpOptions } from 'sharp';
import { ktxHead } from './ktx-head.ts';
import { encodePortable, isDrawing } from './portable-image.ts';

/** A picture within its size limit and in a format that its reader supports. */
export type EncodedImage = { bytes: Uint8Array; mimeType: 'image/png' | 'image/jpeg' | 'image/webp' };

export type EncodeOptions = {
  /** Longest side in pixels; larger pictures are scaled down. */
  maxSize: number;
  /** Whether transparency is kept. */
  alpha: boolean;
  format: 'webp' | 'png-or-jpeg';
  /**
   * Whether the picture contains data such as normals or roughness, which gets higher quality than colours.
   */
  data: boolean;
};

/** A picture's bytes, or the path of its file. */
export type PictureSource = Uint8Array | string;

/** A file of 31 kB may declare 16,000² pixels. The limit is 12,000², more than any useful texture. */
export const MAX_INPUT_PIXELS = 144_000_000;

/** Within half a decibel of the encoder's default of 80. */
const QUALITY = 78;
/** Qualities tried for data until the error is within the bound below; otherwise the encoding is lossless. */
const NUMBER_QUALITIES = [80, 88, 92] as const;
/** Least PSNR for a picture that affects shading, in decibels, similar to other optimisers. */
export const MIN_DECIBELS = 31;
/** Lossless WebP. */
export const LOSSLESS: WebpOptions = { lossless: true, effort: 3 };
/** Effort of the encoder, of 6. A higher value doubles the time for one percent of the bytes. */
const EFFORT = 5;

/**
 * Encodes one picture. PNG and JPEG within the limits keep their bytes when the target allows them.
 * @throws when it is unreadable or over the limits.
 */
export async function encodeImage(source: PictureSource, options: EncodeOptions): Promise<EncodedImage> {
  const image = sharp(source, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' });
  const { format, width, height, hasAlpha } = await image.metadata();
  const fits = Math.max(width, height) <= options.maxSize;
  const keepsAlpha = options.alpha && hasAlpha;
  const resized = fits
    ? image
    : image.resize({ width: options.maxSize, height: options.maxSize, fit: 'inside', kernel: 'lanczos3' });
  const wanted = keepsAlpha ? resized : resized.removeAlpha();
  if (options.format === 'webp') {
    const isExact = fits && format !== 'jpeg' && (await isDrawing(wanted));
    const bytes = await (isExact
      ? wanted.clone().webp(LOSSLESS).toBuffer()
      : options.data
        ? encodeNumbers(wanted)
        : wanted.clone().webp({ quality: QUALITY, effort: EFFORT }).toBuffer());
    return { bytes, mimeType: 'image/webp' };
  }
  if (fits && format === 'jpeg') {
    return await keep(source, 'image/jpeg');
  }
  const encoded = await encodePortable(wanted, { data: options.data, isLossless: format === 'png' });
  const isLarger =
    fits && format === 'png' && hasAlpha === keepsAlpha && encoded.bytes.length >= (await sizeOf(source));
  return isLarger ? await keep(source, 'image/png') : encoded;
}

/**
 * Encodes data within its error bound: errors of normals are more visible in shading than errors of colours.
 */
async function encodeNumbers(image: Sharp): Promise<Buffer> {
  const pixels = await image.clone().toColourspace('srgb').removeAlpha().raw().toBuffer();
  for (const quality of NUMBER_QUALITIES) {
    const bytes = await image.clone().webp({ quality, effort: EFFORT }).toBuffer();
    const decoded = await sharp(bytes).removeAlpha().raw().toBuffer();
    if (decibels(pixels, decoded) >= MIN_DECIBELS) {
      return bytes;
    }
  }
  return await image.clone().webp(LOSSLESS).toBuffer();
}

/** Similarity of two pictures of the same size, as PSNR in decibels. */
export function decibels(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0);
    sum += difference * difference;
  }
  return 10 * Math.log10((255 * 255 * one.length) / Math.max(sum, Number.MIN_VALUE));
}

async function sizeOf(source: PictureSource): Promise<number> {
  return typeof source === 'string' ? (await stat(source)).size : source.length;
}

/** Decodes all pixels, which detects a broken file that a phone would refuse. @throws for such a file */
export async function assertReadable(source: PictureSource): Promise<void> {
  await sharp(source, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' }).stats();
}

async function keep(source: PictureSource, mimeType: EncodedImage['mimeType']): Promise<EncodedImage> {
  await assertReadable(source);
  const bytes = typeof source === 'string' ? new Uint8Array(await readFile(source)) : source;
  return { bytes, mimeType };
}

/** Size and depth from a picture's header, or `null` for other files. */
export async function pictureSize(
  source: PictureSource,
): Promise<{ width: number; height: number; isDeep: boolean } | null> {
  const ktx = typeof source === 'string' ? null : ktxHead(source);
  if (ktx) {
    return { width: ktx.width, height: ktx.height, isDeep: false };
  }
  try {
    const { width, height, depth } = await sharp(source, { limitInputPixels: false }).metadata();
    return { width, height, isDeep: depth === 'ushort' };
  } catch {
    // The decoder reports the error later.
    return null;
  }
}

/** The media type of a picture. @throws for formats that glTF does not allow. */
export async function detectImage(bytes: Uint8Array): Promise<string> {
  const { format } = await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).metadata();
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') {
    throw new Error(`A picture of format ${format} cannot be a texture`);
  }
  return `image/${format}`;
}

type Channels = Record<'red' | 'green' | 'blue' | 'alpha', Uint8Array | null>;

/** Longest side of a texture combined from several pictures, in pixels. */
const MAX_COMBINED_SIZE = 2048;

/**
 * Combines channels of several pictures: red of the first, green of the second, blue of the third, and green
 * of the fourth as alpha. Grey pictures keep their value. A missing channel is white. The size is that of the
 * largest picture, at most 2048 pixels.
 * @throws when one of them cannot be read.
 */
export async function combineChannels(channels: Channels): Promise<EncodedImage> {
  const sources = Object.values(channels).filter((bytes) => bytes !== null);
  const sizes = await Promise.all(
    sources.map((bytes) => sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).metadata()),
  );
  const width = Math.min(MAX_COMBINED_SIZE, Math.max(...sizes.map((size) => size.width)));
  const height = Math.min(MAX_COMBINED_SIZE, Math.max(...sizes.map((size) => size.height)));
  const planes = new Map<Uint8Array, Buffer>();
  for (const bytes of new Set(sources)) {
    const image = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).toColorspace('srgb').removeAlpha();
    planes.set(bytes, await image.resize(width, height, { fit: 'fill' }).raw().toBuffer());
  }
  const order = [
    { bytes: channels.red, offset: 0 },
    { bytes: channels.green, offset: 1 },
    { bytes: channels.blue, offset: 2 },
    { bytes: channels.alpha, offset: 1 },
  ].slice(0, channels.alpha ? 4 : 3);
  const pixels = Buffer.alloc(width * height * order.length, 255);
  order.forEach(({ bytes, offset }, channel) => {
    const plane = bytes && planes.get(bytes);
    if (plane) {
      for (let i = 0; i < width * height; i += 1) {
        pixels[i * order.length + channel] = plane[i * 3 + offset] ?? 255;
      }
    }
  });
  const raw = { width, height, channels: channels.alpha ? 4 : 3 } as const;
  return {
    bytes: await sharp(pixels, { raw }).png({ compressionLevel: 6 }).toBuffer(),
    mimeType: 'image/png',
  };
}
