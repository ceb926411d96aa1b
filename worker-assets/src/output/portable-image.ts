import sharp, { type Sharp } from 'sharp';
import type { EncodedImage } from './images.ts';

/** As many colours fit a palette; a picture of no more is a chart, a palette or a drawing. */
const FEW_COLORS = 256;
/** What is tried, the smallest first. */
const JPEGS = {
  color: [
    { quality: 85, chromaSubsampling: '4:2:0' },
    { quality: 93, chromaSubsampling: '4:4:4' },
  ],
  data: [{ quality: 95, chromaSubsampling: '4:4:4' }],
} as const;

/**
 * How much a JPEG may differ from the picture, of 255: on the average (root of the mean square), and by how much hardly any
 * value may. Numbers for shading show errors that colours hide.
 */
const TOLERANCE = {
  color: { average: 4, outlier: 12 },
  data: { average: 1, outlier: 8 },
} as const;
/** The share of values that may lie beyond the outlier. */
const MAX_OUTLIERS = 0.002;

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

/**
 * Encodes a picture as PNG or JPEG, the two that readers of USDZ know. It becomes a JPEG only where that is hardly seen and
 * smaller; few colours, sharp edges and transparency stay PNG, and so do normals and other data that came without loss.
 * @param isLossless whether the picture came in a format that keeps every pixel.
 */
export async function encodePortable(
  image: Sharp,
  { data: isData, isLossless }: { data: boolean; isLossless: boolean },
): Promise<EncodedImage> {
  const pixels = await readPixels(image);
  const asPng = () => encodePng(pixels);
  const hasAlpha = pixels.channels === 2 || pixels.channels === 4;
  if (hasAlpha || (isData && isLossless) || hasFewColors(pixels)) {
    return await asPng();
  }
  const kind = isData ? 'data' : 'color';
  for (const options of JPEGS[kind]) {
    const jpeg = await fromPixels(pixels).jpeg(options).toBuffer();
    if (await isClose(pixels, jpeg, TOLERANCE[kind])) {
      return { bytes: new Uint8Array(jpeg), mimeType: 'image/jpeg' };
    }
  }
  return await asPng();
}

/** Whether a picture has no more colours than a palette holds: those suffer most from losses. */
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

/** The smaller of a PNG with a palette, if that one is exact, and one without. */
async function encodePng(pixels: Pixels): Promise<EncodedImage> {
  const plain = await fromPixels(pixels).png({ compressionLevel: 9 }).toBuffer();
  if (!hasFewColors(pixels)) {
    return { bytes: new Uint8Array(plain), mimeType: 'image/png' };
  }
  const packed = await fromPixels(pixels)
    .png({ palette: true, quality: 100, dither: 0, colors: FEW_COLORS })
    .toBuffer();
  const isExact = await isClose(pixels, packed, { average: 0, outlier: 0 });
  const bytes = isExact && packed.length < plain.length ? packed : plain;
  return { bytes: new Uint8Array(bytes), mimeType: 'image/png' };
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
