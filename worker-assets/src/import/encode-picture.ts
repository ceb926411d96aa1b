import type { PictureFormat } from '@diorama/shared/domain/formats.ts';
import { looksLikeNormals } from '@diorama/shared/domain/looks-like-normals.ts';
import sharp, { type Sharp, type WebpOptions } from 'sharp';
import { decibels, FEWEST_DECIBELS, LOSSLESS } from '../output/images.ts';

/** WebP quality of colour pictures, of 100. */
export const QUALITY = 88;
/** Formats that may be lossless. */
const MAYBE_EXACT: ReadonlySet<PictureFormat> = new Set(['png', 'tga', 'webp']);
/**
 * Settings with at least 45 decibels, or 0.7 degrees of normals, for little more than half of the
 * lossless bytes.
 */
const NEARLY_LOSSLESS: WebpOptions = { nearLossless: true, quality: 60, effort: 3 };
/** Size up to which a result may exceed its original, in bytes. */
const SMALL_BYTES = 1_000_000;

type Came = {
  format: PictureFormat;
  bytes: number;
  /** Whether it has not been scaled down. */
  isWhole: boolean;
};

/**
 * Encodes a picture as WebP. A lossless original stays lossless at full size.
 * A scaled one with data instead of colours becomes nearly lossless, unless its file grew by that.
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
 * Normal maps are detected by their colours. Other data has unrelated channels, and loses most
 * by compression.
 */
async function isOfNumbers(pixels: Sharp, lossy: Uint8Array): Promise<boolean> {
  const seen = await seenPixels(pixels);
  return looksLikeNormals(seen, 3) || decibels(seen, await seenPixels(sharp(lossy))) < FEWEST_DECIBELS;
}

/** Transparent pixels may have any colour. */
async function seenPixels(picture: Sharp): Promise<Buffer> {
  return await picture.clone().flatten().raw().toBuffer();
}
