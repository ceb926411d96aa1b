import type { PictureFormat } from '@diorama/shared/domain/formats.ts';
import { looksLikeNormals } from '@diorama/shared/domain/looks-like-normals.ts';
import sharp, { type Sharp, type WebpOptions } from 'sharp';
import { decibels, FEWEST_DECIBELS, LOSSLESS } from '../output/images.ts';

/** Of 100, for pictures that are seen. */
export const QUALITY = 88;
/** Formats that may have kept every pixel. */
const MAYBE_EXACT: ReadonlySet<PictureFormat> = new Set(['png', 'tga', 'webp']);
/** Within 45 decibels of the pixels, or 0.7 degrees of normals, for little more than half of the bytes that all of them take. */
const NEARLY_LOSSLESS: WebpOptions = { nearLossless: true, quality: 60, effort: 3 };
/** Files up to this size may outgrow what they are made of. */
const SMALL_BYTES = 1_000_000;

type Came = {
  format: PictureFormat;
  bytes: number;
  /** Whether it still has all of its pixels. */
  isWhole: boolean;
};

/**
 * Writes a picture as WebP. What came without loss is kept so where it has all of its pixels, and nearly so where it was made
 * smaller and is one of numbers, unless its file grew by that.
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

/** Normals are told by their colours; other numbers lie in channels that have nothing to do with each other, and lose most. */
async function isOfNumbers(pixels: Sharp, lossy: Uint8Array): Promise<boolean> {
  const seen = await seenPixels(pixels);
  return looksLikeNormals(seen, 3) || decibels(seen, await seenPixels(sharp(lossy))) < FEWEST_DECIBELS;
}

/** What is transparent may have any colour. */
async function seenPixels(picture: Sharp): Promise<Buffer> {
  return await picture.clone().flatten().raw().toBuffer();
}
