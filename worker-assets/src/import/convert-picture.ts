import { formatAt, type PictureFormat } from '@diorama/shared/domain/formats.ts';
import { ImportError } from './import-error.ts';
import { needOfPicture, openPicture } from './open-picture.ts';

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
    needs(await needOfPicture(path, format));
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
