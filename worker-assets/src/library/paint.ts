import { setImmediate as breathe } from 'node:timers/promises';
import sharp from 'sharp';
import type { SkySeed, TextureSeed } from './seed.ts';

const TEXTURE_PX = 512;
const THUMBNAIL_PX = 256;
const SKY = { width: 512, height: 256 } as const;
const WEBP_QUALITY = 88;
/** Rows painted between two pauses. */
const ROWS = 4;

/** Paints a texture. @returns the picture and a thumbnail. */
export async function paintTexture({ paint }: TextureSeed): Promise<{ picture: Buffer; thumbnail: Buffer }> {
  const pixels = Buffer.alloc(TEXTURE_PX * TEXTURE_PX * 3);
  for (let y = 0; y < TEXTURE_PX; y += 1) {
    await letOthersRun(y);
    for (let x = 0; x < TEXTURE_PX; x += 1) {
      const rgb = paint(x / TEXTURE_PX, y / TEXTURE_PX);
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[(y * TEXTURE_PX + x) * 3 + channel] = Math.max(
          0,
          Math.min(255, Math.round(rgb[channel] ?? 0)),
        );
      }
    }
  }
  const raw = sharp(pixels, { raw: { width: TEXTURE_PX, height: TEXTURE_PX, channels: 3 } });
  return {
    picture: await raw.clone().webp({ quality: WEBP_QUALITY }).toBuffer(),
    thumbnail: await raw.clone().resize(THUMBNAIL_PX).webp({ quality: WEBP_QUALITY }).toBuffer(),
  };
}

/** Paints a sky as a panorama. @returns a Radiance HDR file, and a thumbnail. */
export async function paintSky(sky: SkySeed): Promise<{ panorama: Buffer; thumbnail: Buffer }> {
  const { width, height } = SKY;
  const light = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    await letOthersRun(y);
    for (let x = 0; x < width; x += 1) {
      light.set(sky.light(directionOf((x + 0.5) / width, (y + 0.5) / height)), (y * width + x) * 3);
    }
  }
  const seen = Buffer.from(Uint8Array.from(light, (value) => toByte(value)));
  const thumbnail = await sharp(seen, { raw: { width, height, channels: 3 } })
    .resize(THUMBNAIL_PX, THUMBNAIL_PX, { fit: 'cover' })
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
  return { panorama: writeRadiance(light, width, height), thumbnail };
}

/** Pauses, so that jobs of this process can renew their locks, on a busy machine too. */
async function letOthersRun(row: number): Promise<void> {
  if (row % ROWS === 0) {
    await breathe();
  }
}

/** Direction of a panorama's pixel, as three.js reads it. */
function directionOf(u: number, v: number): [number, number, number] {
  const around = (u - 0.5) * Math.PI * 2;
  const up = (0.5 - v) * Math.PI;
  return [Math.cos(up) * Math.cos(around), Math.sin(up), Math.cos(up) * Math.sin(around)];
}

/** Tone mapping for the thumbnail: bright values fade into white. */
function toByte(value: number): number {
  const shown = value / (1 + value * 0.6);
  return Math.max(0, Math.min(255, Math.round(shown ** (1 / 2.2) * 255)));
}

/** Radiance's RGBE with run-length rows that contain no runs. Readers accept it, and gzip compresses it. */
function writeRadiance(light: Float32Array, width: number, height: number): Buffer {
  const head = Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${height} +X ${width}\n`);
  const rows: Buffer[] = [head];
  for (let y = 0; y < height; y += 1) {
    const row = Buffer.alloc(width * 4);
    for (let x = 0; x < width; x += 1) {
      writeRgbe(row, x, width, light.subarray((y * width + x) * 3, (y * width + x) * 3 + 3));
    }
    rows.push(Buffer.from([2, 2, width >> 8, width & 255]), packRow(row, width));
  }
  return Buffer.concat(rows);
}

function writeRgbe(row: Buffer, x: number, width: number, rgb: Float32Array): void {
  const [r = 0, g = 0, b = 0] = rgb;
  const largest = Math.max(r, g, b);
  if (largest < 1e-32) {
    return;
  }
  const exponent = Math.ceil(Math.log2(largest) + 1e-9);
  const scale = 256 / 2 ** exponent;
  [r, g, b].forEach((value, channel) => {
    row[channel * width + x] = Math.min(255, Math.floor(value * scale));
  });
  row[3 * width + x] = exponent + 128;
}

/** Packs each channel separately: runs of equal bytes, and literals between them. */
function packRow(row: Buffer, width: number): Buffer {
  const packed: number[] = [];
  for (let channel = 0; channel < 4; channel += 1) {
    const bytes = row.subarray(channel * width, (channel + 1) * width);
    let at = 0;
    while (at < width) {
      const run = runAt(bytes, at);
      if (run >= 4) {
        packed.push(128 + run, bytes[at] ?? 0);
        at += run;
        continue;
      }
      let length = 0;
      while (at + length < width && length < 128 && runAt(bytes, at + length) < 4) {
        length += 1;
      }
      packed.push(length, ...bytes.subarray(at, at + length));
      at += length;
    }
  }
  return Buffer.from(packed);
}

function runAt(bytes: Buffer, at: number): number {
  let length = 1;
  while (at + length < bytes.length && length < 127 && bytes[at + length] === bytes[at]) {
    length += 1;
  }
  return length;
}
