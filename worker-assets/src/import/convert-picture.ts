import { readFile, stat } from 'node:fs/promises';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { formatAt, type PictureFormat } from '@diorama/shared/domain/formats.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { looksLikeNormals } from '@diorama/shared/domain/looks-like-normals.ts';
import sharp, { type Metadata, type Sharp, type WebpOptions } from 'sharp';
import { decibels, LOSSLESS, MAX_INPUT_PIXELS, MIN_DECIBELS } from '../output/images.ts';
import { stripMetadata } from '../output/strip-metadata.ts';
import { applyColorProfile } from './apply-color-profile.ts';
import { ImportError } from './import-error.ts';
import { needOfPicture, openPicture } from './open-picture.ts';
import { emptyReport, noteSize, type Size } from './report.ts';

/** WebP quality for visible pictures, 0 to 100. */
const QUALITY = 88;

/** Formats that may be lossless. */
const MAYBE_EXACT: ReadonlySet<PictureFormat> = new Set(['png', 'tga', 'webp']);

/** Within 45 dB of the pixels, or 0.7 degrees of normals, at little more than half of the lossless size. */
const NEARLY_LOSSLESS: WebpOptions = { nearLossless: true, quality: 60, effort: 3 };

/** Files up to this size, in bytes, may become larger than their source. */
const SMALL_BYTES = 1_000_000;

const CHANNELS = 3;

/** Largest difference of a channel value, of 255. Equivalent profiles differ by rounding. */
const TOLERANCE = 3;

/** Values of each channel for the tested colours, in every combination. */
const STEPS = [0, 64, 128, 192, 255] as const;

export type ConvertedPicture = {
  /** The picture for display, or `null` when the original serves. */
  main: Uint8Array | null;
  mimeType: string;
  /** WebP of half the size for phones, or `null` for pictures within their limit. */
  mobile: Uint8Array | null;
  /** WebP of at most 512 pixels. */
  thumbnail: Uint8Array;
  /** Size of the upright picture as it came. */
  pixels: Size;
  report: ImportReport;
};

const THUMBNAIL_SIZE = 512;
/** Longest side in pixels; larger pictures are scaled down. No screen or graphics card needs more. */
const MAX_SIZE = 4096;
/** Longest side for phones in pixels, because their memory is small. */
const MAX_MOBILE_SIZE = MAX_SIZE / 2;
/** Formats that every client displays, so that the original may stay. */
const SHOWN_EVERYWHERE: ReadonlySet<PictureFormat> = new Set(['png', 'jpeg', 'webp']);

type PictureInput = {
  path: string;
  format: PictureFormat;
  /** Receives the estimated memory growth in bytes, as soon as it is known. */
  needs: (bytes: number) => void;
};

/**
 * Checks a picture by decoding it. A picture that browsers display correctly stays, without its metadata
 * about place and author. Every other one becomes an sRGB WebP.
 * @throws {@link ImportError} `texture.invalid`.
 */
export async function convertPicture({ path, format, needs }: PictureInput): Promise<ConvertedPicture> {
  try {
    const bytes = (await stat(path)).size;
    needs(await needOfPicture(path, format));
    const { picture, size, isShownSo } = await openUpright(path, format);
    const side = Math.max(size.width, size.height);
    const isWhole = side <= MAX_SIZE;
    const thumbnail = await within(picture, THUMBNAIL_SIZE).webp({ quality: QUALITY }).toBuffer();
    const half = within(picture, Math.ceil(Math.min(side, MAX_SIZE) / 2));
    const mobile =
      side > MAX_MOBILE_SIZE ? await encodePicture(half, { format, bytes, isWhole: false }) : null;
    const plain = isShownSo && isWhole ? await readPlain(path) : null;
    if (plain) {
      const main = plain.length === bytes ? null : plain;
      const { mediaType } = formatAt(format);
      return { main, mimeType: mediaType, mobile, thumbnail, pixels: size, report: emptyReport() };
    }
    const main = await encodePicture(within(picture, MAX_SIZE), { format, bytes, isWhole });
    const report = await reportOf(main, { format, size });
    return { main, mimeType: 'image/webp', mobile, thumbnail, pixels: size, report };
  } catch (cause) {
    throw new ImportError('texture.invalid', importMessage('unreadable.picture'), { cause });
  }
}

type Opened = {
  picture: Sharp;
  size: Size;
  /** Whether the file can be displayed unchanged, apart from its size. */
  isShownSo: boolean;
};

/** Applies the EXIF orientation and the colour profile, which textures ignore. */
async function openUpright(path: string, format: PictureFormat): Promise<Opened> {
  const source = await openPicture(path, format);
  const head = await source.metadata();
  const isPlain = SHOWN_EVERYWHERE.has(format) && (await hasPlainColors(head));
  const picture = isPlain && head.icc ? await openPicture(path, format, true) : source;
  const isShownSo = isPlain && (head.orientation ?? 1) <= 1;
  return { picture: picture.rotate(), size: head.autoOrient, isShownSo };
}

/**
 * Whether the pixel values are screen colours. Greyscale usually contains data other than colours, and stays
 * too.
 */
async function hasPlainColors({ icc, space }: Metadata): Promise<boolean> {
  return space !== 'cmyk' && (icc === undefined || (await hasScreenColors(icc)));
}

/** Removes all metadata of a file. Returns `null` when it cannot be removed. */
async function readPlain(path: string): Promise<Uint8Array | null> {
  const plain = stripMetadata(await readFile(path));
  const shown = sharp(plain, { limitInputPixels: MAX_INPUT_PIXELS });
  // Decoding all pixels detects a broken file.
  await shown.stats();
  const { exif, xmp, iptc } = await shown.metadata();
  return exif || xmp || iptc ? null : plain;
}

function within(picture: Sharp, side: number): Sharp {
  return picture.clone().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

async function reportOf(
  main: Uint8Array,
  { format, size }: { format: PictureFormat; size: Size },
): Promise<ImportReport> {
  const report = emptyReport();
  if (format !== 'webp') {
    report.converted.push(importMessage('changed.converted', { from: formatAt(format).label, to: 'WebP' }));
  }
  noteSize(report, size, await sharp(main).metadata());
  return report;
}

/**
 * Whether colours with this ICC profile equal sRGB, regardless of the profile's name. True for an invalid
 * profile and for one that is not RGB, because they change nothing.
 */
async function hasScreenColors(profile: Uint8Array): Promise<boolean> {
  const colors = Uint8Array.from(STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.flatMap((b) => [r, g, b]))));
  const raw = { width: colors.length / CHANNELS, height: 1, channels: CHANNELS } as const;
  const picture = await applyColorProfile(sharp(colors, { raw }), profile);
  const shown = await picture.toColorspace('srgb').removeAlpha().raw().toBuffer();
  return colors.every((value, i) => Math.abs(value - (shown[i] ?? 0)) <= TOLERANCE);
}

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
