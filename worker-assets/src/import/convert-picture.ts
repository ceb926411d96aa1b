import { readFile, stat } from 'node:fs/promises';
import { formatAt, type PictureFormat } from '@diorama/shared/domain/formats.ts';
import { readTgaHead } from '@diorama/shared/domain/sniff-tga.ts';
import decodeHeic from 'heic-decode';
import sharp, { type Sharp } from 'sharp';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';
import { MAX_INPUT_PIXELS } from '../output/images.ts';
import { ImportError } from './import-error.ts';
import { memoryNeed, NO_DEMAND, pictureBytes } from './memory-need.ts';

export type ConvertedPicture = {
  /** The picture to show, or `null` where the original is just that. */
  main: Uint8Array | null;
  mimeType: string;
  width: number;
  height: number;
  /** WebP of at most 512 pixels. */
  thumbnail: Uint8Array;
};

const THUMBNAIL_SIZE = 512;
/** Larger pictures are made smaller: no screen shows more, and no graphics card has to hold more. */
const MAX_SIZE = 4096;
const QUALITY = 88;
const CHANNELS = 4;
/** Pictures that every reader of ours shows, so that they may stay as they came. */
const SHOWN_EVERYWHERE: ReadonlySet<PictureFormat> = new Set(['png', 'jpeg', 'webp']);
/** Of formats without loss: numbers in a texture bear little. */
const LOSSLESS: ReadonlySet<PictureFormat> = new Set(['tga']);

type PictureInput = {
  path: string;
  format: PictureFormat;
  /** Is told how many bytes the picture will take, as soon as that is known. */
  needs: (bytes: number) => void;
};

/** Checks a picture by decoding it; what not every browser shows becomes WebP. @throws {@link ImportError} `texture.invalid`. */
export async function convertPicture({ path, format, needs }: PictureInput): Promise<ConvertedPicture> {
  try {
    const files = (await stat(path)).size;
    needs(memoryNeed({ ...NO_DEMAND, files, picture: await bytesOf(path, format) }));
    const source = await openPicture(path, format);
    // Cameras turn pictures by a note beside the pixels, which textures do not read.
    const upright = source.rotate();
    const { width, height, orientation = 1 } = await source.metadata();
    const isTurned = orientation > 1;
    const keepsOriginal = SHOWN_EVERYWHERE.has(format) && !isTurned && Math.max(width, height) <= MAX_SIZE;
    const resized = upright
      .clone()
      .resize({ width: MAX_SIZE, height: MAX_SIZE, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await resized
      .webp(LOSSLESS.has(format) ? { lossless: true } : { quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    const small = {
      width: THUMBNAIL_SIZE,
      height: THUMBNAIL_SIZE,
      fit: 'inside',
      withoutEnlargement: true,
    } as const;
    return {
      main: keepsOriginal ? null : data,
      mimeType: keepsOriginal ? formatAt(format).mediaType : 'image/webp',
      width: info.width,
      height: info.height,
      thumbnail: await upright.clone().resize(small).webp({ quality: QUALITY }).toBuffer(),
    };
  } catch (cause) {
    throw new ImportError('texture.invalid', 'it cannot be read.', { cause });
  }
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
  const { width, height } = await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).metadata();
  if (width * height > MAX_INPUT_PIXELS) {
    throw new Error('The picture has too many pixels');
  }
  const decoded = await decodeHeic({ buffer: bytes });
  return sharp(decoded.data, { raw: { width: decoded.width, height: decoded.height, channels: 4 } });
}
