import type { PictureFormat } from '@diorama/shared/domain/formats.ts';
import { looksLikeNormals } from '@diorama/shared/domain/looks-like-normals.ts';
import sharp, { type Sharp, type WebpOptions } from 'sharp';
import { decibels, LOSSLESS, MIN_DECIBELS } from '../output/images.ts';

/** WebP quality for visible pictures, 0 to 100. */
export const QUALITY = 88;
/** Formats that may be lossless. */
const MAYBE_EXACT: ReadonlySet<PictureFormat> = new Set(['png', 'tga', 'webp']);
/** Within 45 dB of the pixels, or 0.7 degrees of normals, at little more than half of the lossless size. */
const NEARLY_LOSSLESS: WebpOptions = { nearLossless: true, quality: 60, effort: 3 };
/** Files up to this size, in bytes, may become larger than their source. */
const SMALL_BYTES = 1_000_000;

type Came = {
  format: PictureFormat;
  bytes: number;
  /** Whether the picture has its original resolution. */
  isWhole: boolean;
};

/**
 * Encodes a picture as WebP. A lossless source at its original resolution stays lossless. A scaled one with
 * data other than colours becomes nearly lossless, unless the file grows.
 */
export async function encodePicture(picture: Sharp, { format, bytes, isWhole }: Came): Promise<Buffer> {
  const { data, info } = await picture.toColorspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = sharp(data, { raw: { width, height, channels } });
  const lossy = await pixels.clone().webp({ quality: QUALITY }).toBuffer();
  if (!MAYBE_EXACT.has(format) || !(isWhole || (await isOfNumbers(pixels, lossy)))) {
    return lossy;
  }
  const exact = await pixels
    .clone()
    .webp(isWhole ? LOSSLESS : NEARLY_LOSSLESS)
    .toBuffer();
  return exact.length <= Math.max(bytes, SMALL_BYTES) ? exact : lossy;
}

/**
 * Detects pictures with data. Normal maps have typical colours. Other data has unrelated channels and loses
 * most in lossy encoding.
 */
async function isOfNumbers(pixels: Sharp, lossy: Uint8Array): Promise<boolean> {
  const seen = await seenPixels(pixels);
  return looksLikeNormals(seen, 3) || decibels(seen, await seenPixels(sharp(lossy))) < MIN_DECIBELS;
}

/** Transparent pixels may have any colour, so they are flattened. */
async function seenPixels(picture: Sharp): Promise<Buffer> {
  return await picture.clone().flatten().raw().toBuffer();
}
