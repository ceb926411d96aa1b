import { readFile } from 'node:fs/promises';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import sharp from 'sharp';
import { DataUtils, FloatType, type TextureDataType } from 'three';
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js';
import { HDRLoader } from 'three/addons/loaders/HDRLoader.js';
import { ImportError } from './import-error.ts';
import { memoryNeed, NO_DEMAND } from './memory-need.ts';
import { emptyReport, noteSize } from './report.ts';

/** Linear light per pixel, from the upper left; channels are red, green and blue. */
type Light = { width: number; height: number; at: (x: number, y: number, channel: number) => number };

/** The format compresses only lines within these lengths. */
const MIN_PACKED = 8;

const MAX_RUN = 127;

const MIN_RUN = 4;

/** The header of a panorama, read before decoding. */
type SkySize = { format: 'hdr' | 'exr'; width: number; height: number };

const HEAD_BYTES = 64 * 1024;

const EXR_MAGIC = 0x01312f76;

/** A panorama for scenes: at most 2048 pixels wide, and half of that for phones. Both are Radiance HDR. */
export type ConvertedSky = {
  /** Null when the original serves. */
  main: Uint8Array | null;
  mobile: Uint8Array;
  /** WebP of at most 512 pixels. */
  thumbnail: Uint8Array;
  report: ImportReport;
};

/** Width in pixels. Reflections show no finer detail, and a background is blurred at screen resolution. */
const MAIN_WIDTH = 2048;
const MOBILE_WIDTH = 1024;
const THUMBNAIL_WIDTH = 512;
/** Pixels of a 16k panorama, the largest size in common use. */
const MAX_PIXELS = 16_384 * 8_192;
const MAX_SIDE = 16_384;
const CHANNELS = 4;
const HALF_BYTES = 2;
const QUALITY = 84;

/**
 * Checks a panorama by decoding all of it, and scales it down.
 * @throws {@link ImportError} `sky.invalid` for damaged or truncated files and for files over the limit.
 */
export async function convertSky(path: string, needs: (bytes: number) => void): Promise<ConvertedSky> {
  try {
    const bytes = await readFile(path);
    const { format, width, height } = readSkySize(bytes);
    assertSize({ width, height });
    // Reported before decoding: a header with more pixels than a child may hold fails here.
    const decoded = width * height * CHANNELS * HALF_BYTES;
    needs(memoryNeed({ ...NO_DEMAND, files: bytes.length, picture: decoded }));
    if (format === 'hdr') {
      assertWholeHdr(bytes, { width, height });
    }
    const light = decode(bytes, format);
    if (light.width !== width || light.height !== height) {
      throw new Error('The panorama is not of the size that it says');
    }
    const keepsOriginal = format === 'hdr' && width <= MAIN_WIDTH;
    const main = shrink(light, MAIN_WIDTH);
    const report = emptyReport();
    if (format !== 'hdr') {
      report.converted.push(importMessage('changed.converted', { from: 'EXR', to: 'HDR' }));
    }
    noteSize(report, light, main);
    return {
      main: keepsOriginal ? null : writeHdr(main),
      mobile: writeHdr(shrink(main, MOBILE_WIDTH)),
      thumbnail: await draw(shrink(main, THUMBNAIL_WIDTH)),
      report,
    };
  } catch (cause) {
    throw new ImportError('sky.invalid', importMessage('unreadable.sky'), { cause });
  }
}

function assertSize({ width, height }: Pick<SkySize, 'width' | 'height'>): void {
  const isWhole = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_SIDE);
  if (!isWhole || width * height > MAX_PIXELS) {
    throw new Error('The panorama is of no size that can be read');
  }
}

/** The result of the loaders, with the fields missing in their types. */
type Decoded = { data: Uint16Array | Float32Array; width: number; height: number; type: TextureDataType };

function decode(bytes: Buffer, format: SkySize['format']): Light {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const loader = format === 'hdr' ? new HDRLoader() : new EXRLoader();
  const { data, width, height, type } = loader.parse(buffer) as Decoded;
  const channels = data.length / (width * height);
  if (channels !== CHANNELS && channels !== 1) {
    throw new Error('The panorama has colours of no known kind');
  }
  const isFloat = type === FloatType;
  // EXR rows start at the bottom.
  const isUpsideDown = format === 'exr';
  return {
    width,
    height,
    at: (x, y, channel) => {
      const row = isUpsideDown ? height - 1 - y : y;
      const value = data[(row * width + x) * channels + (channels === 1 ? 0 : channel)] ?? 0;
      const light = isFloat ? value : DataUtils.fromHalfFloat(value);
      return Number.isFinite(light) && light > 0 ? light : 0;
    },
  };
}

/** Renders a tone-mapped thumbnail of the panorama. */
async function draw({ width, height, at }: Light): Promise<Uint8Array> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const light = at(x, y, channel);
        const shown = 255 * (light / (1 + light)) ** (1 / 2.2) * 1.15;
        pixels[(y * width + x) * 3 + channel] = Math.min(255, Math.round(shown));
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ quality: QUALITY })
    .toBuffer();
}

/** Reads the header of a Radiance HDR or OpenEXR file. @throws for other files */
export function readSkySize(bytes: Buffer): SkySize {
  const isExr = bytes.length > 8 && bytes.readUInt32LE(0) === EXR_MAGIC;
  return isExr ? readExr(bytes.subarray(0, HEAD_BYTES)) : readHdr(bytes.subarray(0, HEAD_BYTES));
}

function readHdr(head: Buffer): SkySize {
  const text = head.toString('latin1');
  const found = /^#\?(?:RADIANCE|RGBE)[\s\S]*?\n\n?[^\n]*?-Y (\d{1,6}) \+X (\d{1,6})\n/.exec(text);
  if (!found) {
    throw new Error('The head of the panorama cannot be read');
  }
  return { format: 'hdr', height: Number(found[1]), width: Number(found[2]) };
}

/**
 * Checks all lines of a Radiance HDR file, because the decoder replaces missing ones by black.
 * @throws when a line is truncated or has another width
 */
function assertWholeHdr(bytes: Buffer, { width, height }: Pick<SkySize, 'width' | 'height'>): void {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  const size = `-Y ${height} +X ${width}\n`;
  let at = head.indexOf(size) + size.length;
  for (let line = 0; line < height; line += 1) {
    const isPacked = width >= 8 && width < 32_768 && bytes[at] === 2 && bytes[at + 1] === 2;
    if (!isPacked) {
      at += width * 4;
    } else if (bytes.readUInt16BE(at + 2) === width) {
      at = endOfPackedLine(bytes, at + 4, width);
    } else {
      throw new Error('A line of the panorama is of another width');
    }
    if (at > bytes.length) {
      throw new Error('The panorama ends too early');
    }
  }
}

function endOfPackedLine(bytes: Buffer, from: number, width: number): number {
  let at = from;
  for (let left = width * 4; left > 0; ) {
    const count = bytes[at];
    const isRun = count !== undefined && count > 128;
    const length = isRun ? count - 128 : (count ?? 0);
    if (length === 0 || length > left) {
      throw new Error('A line of the panorama cannot be read');
    }
    left -= length;
    at += isRun ? 2 : 1 + length;
  }
  return at;
}

/** Parses EXR attributes: name, type and length each, up to an empty name. */
function readExr(head: Buffer): SkySize {
  for (let at = 8; head[at] !== 0 && at < head.length; ) {
    const [name, afterName] = readName(head, at);
    const [, afterType] = readName(head, afterName);
    const length = head.readInt32LE(afterType);
    if (name === 'dataWindow' && length === 16) {
      const [left, top, right, bottom] = [0, 4, 8, 12].map((step) => head.readInt32LE(afterType + 4 + step));
      return { format: 'exr', width: (right ?? 0) - (left ?? 0) + 1, height: (bottom ?? 0) - (top ?? 0) + 1 };
    }
    if (length < 0) {
      break;
    }
    at = afterType + 4 + length;
  }
  throw new Error('The head of the panorama cannot be read');
}

function readName(head: Buffer, at: number): [string, number] {
  const end = head.indexOf(0, at);
  if (end < 0) {
    throw new Error('A name in the head has no end');
  }
  return [head.toString('latin1', at, end), end + 1];
}

/** Scales a picture down to a maximum width, by averaging pixels. */
function shrink(light: Light, maxWidth: number): Light {
  const factor = Math.ceil(light.width / maxWidth);
  if (factor <= 1) {
    return light;
  }
  const width = Math.max(1, Math.floor(light.width / factor));
  const height = Math.max(1, Math.floor(light.height / factor));
  const data = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        data[(y * width + x) * 3 + channel] = meanOf(
          light,
          { x: x * factor, y: y * factor, factor },
          channel,
        );
      }
    }
  }
  return { width, height, at: (x, y, channel) => data[(y * width + x) * 3 + channel] ?? 0 };
}

/** Encodes Radiance HDR with RLE lines. */
export function writeHdr({ width, height, at }: Light): Uint8Array {
  const head = `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`;
  const parts: Uint8Array[] = [new TextEncoder().encode(head)];
  for (let y = 0; y < height; y += 1) {
    const line = new Uint8Array(width * 4);
    for (let x = 0; x < width; x += 1) {
      line.set(toRgbe(at(x, y, 0), at(x, y, 1), at(x, y, 2)), x * 4);
    }
    parts.push(width < MIN_PACKED ? line : packLine(line, width));
  }
  return Buffer.concat(parts);
}

function meanOf(
  light: Light,
  { x, y, factor }: { x: number; y: number; factor: number },
  channel: number,
): number {
  let sum = 0;
  let count = 0;
  for (let row = y; row < Math.min(y + factor, light.height); row += 1) {
    for (let column = x; column < Math.min(x + factor, light.width); column += 1) {
      sum += light.at(column, row, channel);
      count += 1;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** Three mantissas and their common exponent. */
function toRgbe(red: number, green: number, blue: number): [number, number, number, number] {
  const most = Math.max(red, green, blue);
  if (most < 1e-32) {
    return [0, 0, 0, 0];
  }
  const exponent = Math.min(127, Math.floor(Math.log2(most)) + 1);
  const scale = 256 / 2 ** exponent;
  const mantissa = (light: number) => Math.min(255, Math.floor(light * scale));
  return [mantissa(red), mantissa(green), mantissa(blue), exponent + 128];
}

function packLine(line: Uint8Array, width: number): Uint8Array {
  const out: number[] = [2, 2, width >> 8, width & 255];
  for (let channel = 0; channel < 4; channel += 1) {
    const value = (x: number) => line[x * 4 + channel] ?? 0;
    const runAt = (x: number) => {
      let length = 1;
      while (x + length < width && length < MAX_RUN && value(x + length) === value(x)) {
        length += 1;
      }
      return length;
    };
    for (let x = 0; x < width; ) {
      const run = runAt(x);
      if (run >= MIN_RUN) {
        out.push(128 + run, value(x));
        x += run;
        continue;
      }
      const from = x;
      while (x < width && x - from < MAX_RUN && runAt(x) < MIN_RUN) {
        x += 1;
      }
      out.push(x - from);
      for (let at = from; at < x; at += 1) {
        out.push(value(at));
      }
    }
  }
  return Uint8Array.from(out);
}
