import sharp, { type Sharp } from 'sharp';
import { createRandom } from './model-builder.ts';

type Picture = Promise<Uint8Array<ArrayBuffer>>;

/** Clouds with grain, like a photographed surface. */
export function photo(size: number, seed: number): Promise<Sharp> {
  return octaves(size, seed, [16, 64, 256, size]);
}

/** Soft clouds without grain, like a painted surface. */
export function clouds(size: number, seed: number): Promise<Sharp> {
  return octaves(size, seed, [8, 32, 128]);
}

/** Normals of a bumpy surface. */
export async function bumps(size: number, seed: number): Promise<Sharp> {
  const heights = await (await clouds(size, seed)).extractChannel(0).raw().toBuffer();
  const pixels = Buffer.alloc(size * size * 3);
  const at = (x: number, y: number) => heights[((y + size) % size) * size + ((x + size) % size)] ?? 0;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const [dx, dy] = [(at(x - 1, y) - at(x + 1, y)) / 16, (at(x, y - 1) - at(x, y + 1)) / 16];
      const length = Math.hypot(dx, dy, 1);
      pixels.set(
        [dx, dy, 1].map((part) => Math.round(127.5 + (127.5 * part) / length)),
        (y * size + x) * 3,
      );
    }
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } });
}

/** Flat areas with sharp edges, like a palette or a chart. */
export function chart(size: number, seed: number): Sharp {
  const random = createRandom(seed);
  const fields = Buffer.from(Array.from({ length: 16 * 16 * 3 }, () => Math.floor(random() * 4) * 85));
  const raw = { width: 16, height: 16, channels: 3 } as const;
  return sharp(fields, { raw }).resize(size, size, { kernel: 'nearest' });
}

/** A picture as PNG bytes. */
export async function asPng(image: Sharp): Picture {
  return new Uint8Array(await image.png({ compressionLevel: 6 }).toBuffer());
}

/** A picture as JPEG bytes. */
export async function asJpeg(image: Sharp): Picture {
  return new Uint8Array(await image.jpeg({ quality: 88 }).toBuffer());
}

/** A picture as WebP bytes. */
export async function asWebp(image: Sharp): Picture {
  return new Uint8Array(await image.webp({ quality: 80 }).toBuffer());
}

/** Fractal noise: each octave has half the amplitude of the coarser one before it. */
async function octaves(size: number, seed: number, sides: readonly number[]): Promise<Sharp> {
  const sum = new Float32Array(size * size * 3);
  for (const [i, side] of sides.entries()) {
    const random = createRandom(seed + i);
    const coarse = Buffer.from(Array.from({ length: side * side * 3 }, () => Math.floor(random() * 256)));
    const raw = { width: side, height: side, channels: 3 } as const;
    const layer = await sharp(coarse, { raw }).resize(size, size, { kernel: 'cubic' }).raw().toBuffer();
    const weight = 0.5 ** (i + 1);
    layer.forEach((value, at) => {
      sum[at] = (sum[at] ?? 0) + value * weight;
    });
  }
  return sharp(Buffer.from(Uint8Array.from(sum)), { raw: { width: size, height: size, channels: 3 } });
}
