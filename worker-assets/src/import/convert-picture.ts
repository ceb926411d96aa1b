import { readFile, stat } from 'node:fs/promises';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { formatAt, type PictureFormat } from '@diorama/shared/domain/formats.ts';
import { readTgaHead } from '@diorama/shared/domain/sniff-tga.ts';
import decodeHeic from 'heic-decode';
import sharp, { type Sharp } from 'sharp';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';
import { MAX_INPUT_PIXELS } from '../output/images.ts';
import { encodePicture, QUALITY } from './encode-picture.ts';
import { ImportError } from './import-error.ts';
import { memoryNeed, NO_DEMAND, pictureBytes } from './memory-need.ts';
import { emptyReport, noteSize, type Size } from './report.ts';
import { withProfile } from './with-profile.ts';

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
const CHANNELS = 4;
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
    needs(memoryNeed({ ...NO_DEMAND, files: bytes, picture: await bytesOf(path, format) }));
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

function openPicture(path: string, format: PictureFormat): Sharp | Promise<Sharp> {
  switch (format) {
    case 'heic':
      return openHeic(path);
    case 'tga':
      return openTga(path);
    default:
      return sharp(path, { limitInputPixels: MAX_INPUT_PIXELS });
  }
}

async function bytesOf(path: string, format: PictureFormat): Promise<number> {
  if (format !== 'tga') {
    return await pictureBytes(path);
  }
  const bytes = new Uint8Array(await readFile(path));
  const head = readTgaHead(bytes, bytes.length);
  return head ? head.width * head.height * CHANNELS : 0;
}

/** sharp reads no TGA. */
async function openTga(path: string): Promise<Sharp> {
  const bytes = new Uint8Array(await readFile(path));
  const head = readTgaHead(bytes, bytes.length);
  if (!head || head.width * head.height > MAX_INPUT_PIXELS) {
    throw new Error('The picture has too many pixels, or is cut off');
  }
  const { data } = new TGALoader().parse(bytes.buffer);
  if (!data) {
    throw new Error('The picture has no pixels');
  }
  const pixels = new Uint8Array(data);
  const { width, height } = head;
  // Many tools write a fourth channel of nothing but zeros, and mean a picture that is there.
  const isInvisible = pixels.every((value, i) => i % CHANNELS !== CHANNELS - 1 || value === 0);
  const image = sharp(pixels, { raw: { width, height, channels: CHANNELS } });
  return isInvisible ? image.removeAlpha() : image;
}

/** sharp knows the container of HEIC but not its codec, which is patented; a decoder in WebAssembly does. */
async function openHeic(path: string): Promise<Sharp> {
  const bytes = new Uint8Array(await readFile(path));
  const { width, height, icc } = await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).metadata();
  if (width * height > MAX_INPUT_PIXELS) {
    throw new Error('The picture has too many pixels');
  }
  const decoded = await decodeHeic({ buffer: bytes });
  const raw = { width: decoded.width, height: decoded.height, channels: CHANNELS } as const;
  const picture = sharp(decoded.data, { raw });
  // The decoder gives colours as the file has them, which those of telephones have in a wider space.
  return icc ? await withProfile(picture, icc) : picture;
}
