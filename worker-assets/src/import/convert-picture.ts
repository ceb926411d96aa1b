import { readFile, stat } from 'node:fs/promises';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { formatAt, type PictureFormat } from '@diorama/shared/domain/formats.ts';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MAX_INPUT_PIXELS } from '../output/images.ts';
import { stripMetadata } from '../output/strip-metadata.ts';
import { encodePicture, QUALITY } from './encode-picture.ts';
import { hasScreenColors } from './has-screen-colors.ts';
import { ImportError } from './import-error.ts';
import { needOfPicture, openPicture } from './open-picture.ts';
import { emptyReport, noteSize, type Size } from './report.ts';

export type ConvertedPicture = {
  /** The picture to show, or `null` where the original is just that. */
  main: Uint8Array | null;
  mimeType: string;
  /** WebP of half of its sides for phones, where it is larger than those show; else `null`. */
  mobile: Uint8Array | null;
  /** WebP of at most 512 pixels. */
  thumbnail: Uint8Array;
  /** Size of the upright picture as it came. */
  pixels: Size;
  report: ImportReport;
};

const THUMBNAIL_SIZE = 512;
/** Larger pictures are made smaller: no screen shows more, and no graphics card has to hold more. */
const MAX_SIZE = 4096;
/** Larger ones have a variant for phones, whose memory holds few of them. */
const MAX_MOBILE_SIZE = MAX_SIZE / 2;
/** Pictures that every reader of ours shows, so that they may stay as they came. */
const SHOWN_EVERYWHERE: ReadonlySet<PictureFormat> = new Set(['png', 'jpeg', 'webp']);

type PictureInput = {
  path: string;
  format: PictureFormat;
  /** Is told how many bytes the picture will take, as soon as that is known. */
  needs: (bytes: number) => void;
};

/**
 * Checks a picture by decoding it. One that browsers show as it is meant stays, without what says where and by whom it was
 * taken; every other becomes WebP in the colours of screens. @throws {@link ImportError} `texture.invalid`.
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
    throw new ImportError('texture.invalid', 'it cannot be read.', { cause });
  }
}

type Opened = {
  picture: Sharp;
  size: Size;
  /** Whether the file may be shown as it is, by anything but its size. */
  isShownSo: boolean;
};

/** Cameras turn pictures by a note beside the pixels, which textures do not read, nor what a profile says of colours. */
async function openUpright(path: string, format: PictureFormat): Promise<Opened> {
  const source = await openPicture(path, format);
  const head = await source.metadata();
  const isPlain = SHOWN_EVERYWHERE.has(format) && (await hasPlainColors(head));
  const picture = isPlain && head.icc ? await openPicture(path, format, true) : source;
  const isShownSo = isPlain && (head.orientation ?? 1) <= 1;
  return { picture: picture.rotate(), size: head.autoOrient, isShownSo };
}

/** Whether the numbers of a picture are what screens show: greys are numbers of something else as a rule, and stay too. */
async function hasPlainColors({ icc, space }: Metadata): Promise<boolean> {
  return space !== 'cmyk' && (icc === undefined || (await hasScreenColors(icc)));
}

/** A file with nothing but what is seen of it; `null` where more than that cannot be taken out. */
async function readPlain(path: string): Promise<Uint8Array | null> {
  const plain = stripMetadata(await readFile(path));
  const shown = sharp(plain, { limitInputPixels: MAX_INPUT_PIXELS });
  // Reading the pixels once finds a broken file.
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
    report.converted.push(`${formatAt(format).label} to WebP`);
  }
  noteSize(report, size, await sharp(main).metadata());
  return report;
}
