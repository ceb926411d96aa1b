import { readFile, stat } from 'node:fs/promises';
import type { PictureFormat } from '@diorama/shared/domain/file-format.ts';
import decodeHeic from 'heic-decode';
import sharp, { type Sharp } from 'sharp';
import { MAX_INPUT_PIXELS } from '../output/images.ts';
import { ImportError } from './import-error.ts';
import { memoryNeed, NO_DEMAND, pictureBytes } from './memory-need.ts';

export type ConvertedPicture = {
  /** The picture to show, or `null` where the original is just that. */
  main: Uint8Array | null;
  mimeType: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  /** WebP of at most 512 pixels. */
  thumbnail: Uint8Array;
};

const THUMBNAIL_SIZE = 512;
/** Larger pictures are made smaller: no screen shows more, and no graphics card has to hold more. */
const MAX_SIZE = 4096;
const QUALITY = 88;
const MIME_TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp', heic: 'image/webp' } as const;

type PictureInput = {
  path: string;
  format: PictureFormat;
  /** Is told how many bytes the picture will take, as soon as that is known. */
  needs: (bytes: number) => void;
};

/** Checks a picture by decoding it; HEIC becomes WebP. @throws {@link ImportError} `texture.invalid`. */
export async function convertPicture({ path, format, needs }: PictureInput): Promise<ConvertedPicture> {
  try {
    const files = (await stat(path)).size;
    needs(memoryNeed({ ...NO_DEMAND, files, picture: await pictureBytes(path) }));
    const source =
      format === 'heic' ? await openHeic(path) : sharp(path, { limitInputPixels: MAX_INPUT_PIXELS });
    // Cameras turn pictures by a note beside the pixels, which textures do not read.
    const upright = source.rotate();
    const { width, height, orientation = 1 } = await source.metadata();
    const isTurned = orientation > 1;
    const keepsOriginal = format !== 'heic' && !isTurned && Math.max(width, height) <= MAX_SIZE;
    const resized = upright
      .clone()
      .resize({ width: MAX_SIZE, height: MAX_SIZE, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await resized.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
    const small = {
      width: THUMBNAIL_SIZE,
      height: THUMBNAIL_SIZE,
      fit: 'inside',
      withoutEnlargement: true,
    } as const;
    return {
      main: keepsOriginal ? null : data,
      mimeType: keepsOriginal ? MIME_TYPES[format] : 'image/webp',
      width: info.width,
      height: info.height,
      thumbnail: await upright.clone().resize(small).webp({ quality: QUALITY }).toBuffer(),
    };
  } catch (cause) {
    throw new ImportError('texture.invalid', 'it cannot be read.', { cause });
  }
}

/** sharp knows the container of HEIC but not its codec, which is patented; a decoder in WebAssembly does. */
async function openHeic(path: string): Promise<Sharp> {
  const bytes = new Uint8Array(await readFile(path));
  const { width, height } = await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).metadata();
  if (width * height > MAX_INPUT_PIXELS) {
    throw new Error('The picture has too many pixels');
  }
  const decoded = await decodeHeic({ buffer: bytes });
  return sharp(decoded.data, { raw: { width: decoded.width, height: decoded.height, channels: 4 } });
}
