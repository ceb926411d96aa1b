import { readFile, stat } from 'node:fs/promises';
import type { PictureFormat } from '@diorama/shared/domain/formats.ts';
import { readTgaHead } from '@diorama/shared/domain/sniff-tga.ts';
import decodeHeic from 'heic-decode';
import sharp, { type Sharp } from 'sharp';
import { TGALoader } from 'three/addons/loaders/TGALoader.js';
import { MAX_INPUT_PIXELS } from '../output/images.ts';
import { type Box, boxesIn, fourLetterCode } from '../output/isobmff-boxes.ts';
import { applyColorProfile } from './apply-color-profile.ts';
import { memoryNeed, NO_DEMAND, pictureBytes } from './memory-need.ts';

/** Number of the Display P3 primaries (ITU-T H.273) in AVIF and HEIC. Its transfer curve is that of sRGB. */
const P3 = 12;

const SCREEN_CURVES: ReadonlySet<number> = new Set([1, 2, 13]);

const CHANNELS = 4;

/**
 * Opens a picture of any format.
 * @param keepsNumbers - whether pixel values stay unchanged, without applying a colour profile
 * @throws for pictures over the pixel limit and unreadable files.
 */
export function openPicture(
  path: string,
  format: PictureFormat,
  keepsNumbers = false,
): Sharp | Promise<Sharp> {
  switch (format) {
    case 'heic':
      return openHeic(path);
    case 'tga':
      return openTga(path);
    case 'avif':
      return openAvif(path, keepsNumbers);
    default:
      return sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, ignoreIcc: keepsNumbers });
  }
}

/** Memory growth for decoding and re-encoding a picture, in bytes, from its header. */
export async function needOfPicture(path: string, format: PictureFormat): Promise<number> {
  const { size } = await stat(path);
  return memoryNeed({ ...NO_DEMAND, files: size, picture: await bytesOf(path, format) });
}

async function bytesOf(path: string, format: PictureFormat): Promise<number> {
  if (format !== 'tga') {
    return await pictureBytes(path);
  }
  const bytes = new Uint8Array(await readFile(path));
  const head = readTgaHead(bytes, bytes.length);
  const pixels = head ? head.width * head.height : 0;
  return pixels <= MAX_INPUT_PIXELS ? pixels * CHANNELS : 0;
}

/** Decodes a TGA, which sharp cannot read. */
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
  // Many tools write an alpha channel of zeros for an opaque picture.
  const isInvisible = pixels.every((value, i) => i % CHANNELS !== CHANNELS - 1 || value === 0);
  const image = sharp(pixels, { raw: { width, height, channels: CHANNELS } });
  return isInvisible ? image.removeAlpha() : image;
}

/** Opens an AVIF. sharp applies ICC profiles but ignores the numeric colour information (CICP). */
async function openAvif(path: string, keepsNumbers: boolean): Promise<Sharp> {
  const picture = sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, ignoreIcc: keepsNumbers });
  const profile = keepsNumbers ? null : await profileOfColorCodes(new Uint8Array(await readFile(path)));
  return profile ? await applyColorProfile(picture, profile) : picture;
}

/** Opens a HEIC. sharp lacks its patented codec, so a WebAssembly decoder reads it. */
async function openHeic(path: string): Promise<Sharp> {
  const bytes = new Uint8Array(await readFile(path));
  const { width, height, icc } = await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).metadata();
  if (width * height > MAX_INPUT_PIXELS) {
    throw new Error('The picture has too many pixels');
  }
  const decoded = await decodeHeic({ buffer: bytes });
  const raw = { width: decoded.width, height: decoded.height, channels: CHANNELS } as const;
  const picture = sharp(decoded.data, { raw });
  // The decoder returns colours in the file's colour space, which is wide gamut for phones.
  const profile = icc ?? (await profileOfColorCodes(bytes));
  return profile ? await applyColorProfile(picture, profile) : picture;
}

/**
 * Returns the Display P3 ICC profile for an AVIF or HEIC that declares P3 by numbers only (CICP). Null for
 * all others, and for files with an embedded profile.
 */
async function profileOfColorCodes(bytes: Uint8Array): Promise<Buffer | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const colors = [...boxesAt(view, ['meta', 'iprp', 'ipco', 'colr'])];
  const kinds = colors.map(({ from, to }) => (from + 8 <= to ? fourLetterCode(view, from) : ''));
  const at = kinds.indexOf('nclx');
  const color = colors[at];
  if (!color || kinds.some((kind) => kind === 'prof' || kind === 'rICC')) {
    return null;
  }
  const [primaries, curve] = [view.getUint16(color.from + 4), view.getUint16(color.from + 6)];
  return primaries === P3 && SCREEN_CURVES.has(curve) ? await p3() : null;
}

/**
 * The boxes at the end of a path of types. The first box of the path has a version field before
 * its content.
 */
function* boxesAt(view: DataView, [first, ...way]: readonly string[]): Generator<Box> {
  const find = function* (from: number, to: number, types: readonly string[]): Generator<Box> {
    const [type, ...further] = types;
    for (const box of boxesIn(view, from, to)) {
      if (box.type === type) {
        yield* further.length === 0 ? [box] : find(box.from, box.to, further);
      }
    }
  };
  for (const box of boxesIn(view, 0, view.byteLength)) {
    if (box.type === first) {
      yield* find(box.from + 4, box.to, way);
    }
  }
}

/** The profile is built into the library. */
async function p3(): Promise<Buffer | null> {
  const create = { width: 1, height: 1, channels: 3, background: '#000' } as const;
  const { icc } = await sharp(await sharp({ create }).withIccProfile('p3').png().toBuffer()).metadata();
  return icc ?? null;
}
