import { readFile } from 'node:fs/promises';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import sharp from 'sharp';
import { DataUtils, FloatType, type TextureDataType } from 'three';
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js';
import { HDRLoader } from 'three/addons/loaders/HDRLoader.js';
import { ImportError } from './import-error.ts';
import { memoryNeed, NO_DEMAND } from './memory-need.ts';
import { assertWholeHdr, readSkySize, type SkySize } from './read-sky-size.ts';
import { emptyReport, noteSize } from './report.ts';
import { type Light, shrink, writeHdr } from './write-hdr.ts';

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
