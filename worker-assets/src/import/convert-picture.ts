import { stat } from 'node:fs/promises';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { formatAt, type PictureFormat } from '@diorama/shared/domain/formats.ts';
import sharp, { type Sharp } from 'sharp';
import { encodePicture, QUALITY } from './encode-picture.ts';
import { ImportError } from './import-error.ts';
import { needOfPicture, openPicture } from './open-picture.ts';
import { emptyReport, noteSize, type Size } from './report.ts';

export type ConvertedPicture = {
  /** The picture to show, or `null` where the original is just that. */
  main: Uint8Array | null;
  mimeType: string;
  /** WebP of at most 512 pixels. */
  thumbnail: Uint8Array;
  report: ImportReport;
};

const THUMBNAIL_SIZE = 512;
/** Larger pictures are made smaller: no screen shows more, and no graphics card has to hold more. */
const MAX_SIZE = 4096;
/** Pictures that every reader of ours shows, so that they may stay as they came. */
const SHOWN_EVERYWHERE: ReadonlySet<PictureFormat> = new Set(['png', 'jpeg', 'webp']);

type PictureInput = {
  path: string;
  format: PictureFormat;
  /** Is told how many bytes the picture will take, as soon as that is known. */
  needs: (bytes: number) => void;
};

/** Checks a picture by decoding it; what not every browser shows becomes WebP. @throws {@link ImportError} `texture.invalid`. */
export async function convertPicture({ path, format, needs }: PictureInput): Promise<ConvertedPicture> {
  try {
    const bytes = (await stat(path)).size;
    needs(await needOfPicture(path, format));
    const source = await openPicture(path, format);
    // Cameras turn pictures by a note beside the pixels, which textures do not read.
    const upright = source.rotate();
    const { autoOrient: size, orientation = 1 } = await source.metadata();
    const isWhole = Math.max(size.width, size.height) <= MAX_SIZE;
    const keepsOriginal = SHOWN_EVERYWHERE.has(format) && orientation <= 1 && isWhole;
    const thumbnail = await within(upright, THUMBNAIL_SIZE).webp({ quality: QUALITY }).toBuffer();
    if (keepsOriginal) {
      // Reading the pixels once finds a broken file.
      await upright.stats();
      return { main: null, mimeType: formatAt(format).mediaType, thumbnail, report: emptyReport() };
    }
    const main = await encodePicture(within(upright, MAX_SIZE), { format, bytes, isWhole });
    const report = await reportOf(main, { format, size });
    return { main, mimeType: 'image/webp', thumbnail, report };
  } catch (cause) {
    throw new ImportError('texture.invalid', 'it cannot be read.', { cause });
  }
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
