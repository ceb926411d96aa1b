import sharp, { type Sharp } from 'sharp';
import type { EncodedImage } from './images.ts';

/** Most colours of a palette; a picture with no more is a chart, a palette, a drawing or a grey map. */
const FEW_COLORS = 256;
/** Largest PNG that is kept because it is exact, in bytes; a larger one must be worth it. */
const SMALL_PNG_BYTES = 64_000;
/** Share of an exact PNG that a JPEG may take to be preferred. */
const WORTHWHILE_SHARE = 0.5;
/** Settings of the encoder for every JPEG: a baseline file, which all readers know. */
const BASELINE = { trellisQuantisation: true, overshootDeringing: true, quantisationTable: 3 } as const;
/** Qualities in the order in which they are tried, the smallest file first. */
const JPEGS = {
  color: [
    { quality: 75, chromaSubsampling: '4:2:0' },
    { quality: 85, chromaSubsampling: '4:2:0' },
    { quality: 90, chromaSubsampling: '4:4:4' },
    { quality: 95, chromaSubsampling: '4:4:4' },
  ],
  data: [
    { quality: 85, chromaSubsampling: '4:2:0' },
    { quality: 85, chromaSubsampling: '4:4:4' },
    { quality: 95, chromaSubsampling: '4:4:4' },
  ],
} as const;

/**
 * Largest error of a JPEG, of 255: the root mean square, and an outlier value that few errors exceed. WebP
 * files of the same scene have an average error of up to 7 (31 dB), so these errors are not visible
 * in comparison.
 */
export const TOLERANCE = { color: { average: 4, outlier: 12 }, data: { average: 3, outlier: 12 } } as const;
/** Share of values whose error may exceed the outlier. */
const MAX_OUTLIERS = 0.005;

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

/**
 * Encodes a picture as PNG or JPEG, the formats of USDZ. The measured error decides. Small pictures with few
 * colours and small lossless data stay exact, as do sharp edges that JPEG blurs. Transparency needs PNG,
 * unless all pixels are opaque.
 * @param isLossless whether the source format is lossless.
 */
export async function encodePortable(
  image: Sharp,
  { data: isData, isLossless }: { data: boolean; isLossless: boolean },
): Promise<EncodedImage> {
  const pixels = await withoutOpaqueAlpha(await readPixels(image));
  if (pixels.channels === 2 || pixels.channels === 4) {
    return await encodePng(pixels);
  }
  const exact = (isData && isLossless) || hasFewColors(pixels) ? await encodePng(pixels) : null;
  if (exact && exact.bytes.length <= SMALL_PNG_BYTES) {
    return exact;
  }
  const jpeg = await encodeJpeg(pixels, isData ? 'data' : 'color');
  if (jpeg && (!exact || jpeg.bytes.length <= exact.bytes.length * WORTHWHILE_SHARE)) {
    return jpeg;
  }
  return exact ?? (await encodePng(pixels));
}

/** Returns the smallest JPEG within the tolerance, or null where none is. */
async function encodeJpeg(pixels: Pixels, kind: keyof typeof JPEGS): Promise<EncodedImage | null> {
  for (const options of JPEGS[kind]) {
    const jpeg = await fromPixels(pixels)
      .jpeg({ ...BASELINE, ...options })
      .toBuffer();
    if (await isClose(pixels, jpeg, TOLERANCE[kind])) {
      return { bytes: new Uint8Array(jpeg), mimeType: 'image/jpeg' };
    }
  }
  return null;
}

async function withoutOpaqueAlpha(pixels: Pixels): Promise<Pixels> {
  const { data, channels } = pixels;
  if (channels !== 4) {
    return pixels;
  }
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] !== 255) {
      return pixels;
    }
  }
  return await readPixels(fromPixels(pixels).removeAlpha());
}

/** Whether a picture has no more colours than a palette. Lossy encoding affects such pictures most. */
export async function isDrawing(image: Sharp): Promise<boolean> {
  return hasFewColors(await readPixels(image));
}

async function readPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.clone().toColorspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, width, height, channels: channels as Pixels['channels'] };
}

function fromPixels({ data, ...raw }: Pixels): Sharp {
  return sharp(data, { raw });
}

function hasFewColors({ data, channels }: Pixels): boolean {
  const colors = new Set<number>();
  for (let at = 0; at < data.length; at += channels) {
    let color = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      color = color * 256 + (data[at + channel] ?? 0);
    }
    colors.add(color);
    if (colors.size > FEW_COLORS) {
      return false;
    }
  }
  return true;
}

/** Returns the smallest of the exact PNGs: of all channels, of one channel where all are equal, and with a palette. */
async function encodePng(pixels: Pixels): Promise<EncodedImage> {
  const options = { compressionLevel: 9 } as const;
  let smallest = await fromPixels(pixels).png(options).toBuffer();
  if (hasFewColors(pixels)) {
    const others = [fromPixels(pixels).png({ palette: true, quality: 100, dither: 0, colors: FEW_COLORS })];
    if (isGrey(pixels)) {
      others.push(fromPixels(pixels).toColourspace('b-w').png(options));
    }
    for (const other of others) {
      const bytes = await other.toBuffer();
      if (bytes.length < smallest.length && (await isClose(pixels, bytes, { average: 0, outlier: 0 }))) {
        smallest = bytes;
      }
    }
  }
  return { bytes: new Uint8Array(smallest), mimeType: 'image/png' };
}

function isGrey({ data, channels }: Pixels): boolean {
  for (let at = 0; channels === 3 && at < data.length; at += 3) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) {
      return false;
    }
  }
  return channels === 3;
}

async function isClose(
  { data, channels }: Pixels,
  encoded: Buffer,
  limits: { average: number; outlier: number },
): Promise<boolean> {
  const other = await readPixels(
    channels === 4
      ? sharp(encoded).ensureAlpha()
      : channels === 3
        ? sharp(encoded).removeAlpha()
        : sharp(encoded),
  );
  if (other.data.length !== data.length) {
    return false;
  }
  let [squares, outliers] = [0, 0];
  for (let i = 0; i < data.length; i += 1) {
    const difference = Math.abs((data[i] ?? 0) - (other.data[i] ?? 0));
    squares += difference * difference;
    outliers += difference > limits.outlier ? 1 : 0;
  }
  return Math.sqrt(squares / data.length) <= limits.average && outliers <= data.length * MAX_OUTLIERS;
}
