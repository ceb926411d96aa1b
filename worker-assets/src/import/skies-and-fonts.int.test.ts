// @module-tag full
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { loadFont } from '@diorama/shared/scene/nodes/text/load-font.ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { DataTexture, FloatType } from 'three';
import { EXRExporter } from 'three/addons/exporters/EXRExporter.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importForTest } from '../test/import-for-test.ts';
import { ConversionPool } from './conversion-pool.ts';
import { readSkySize, writeHdr } from './convert-sky.ts';

const SMALLER = importMessage('changed.size', { before: '4096 × 2048', after: '2048 × 1024' });

let pool: ConversionPool;
beforeAll(async () => {
  pool = await ConversionPool.create({ size: 1 });
});
afterAll(() => pool?.close());

/** Imports bytes and returns the resulting files. */
async function importBytes(bytes: Uint8Array, expects: 'sky' | 'font') {
  return await importForTest(pool, { bytes, expects }, async (made) => {
    if (made.kind !== 'picture') {
      throw new Error('This is no model');
    }
    const read = (file: string | null) => (file === null ? null : readFile(file));
    return {
      mimeType: made.mimeType,
      report: made.report,
      main: await read(made.main),
      mobile: await read(made.mobile),
      thumbnail: await readFile(made.thumbnail ?? ''),
    };
  });
}

/** A panorama with a bright upper and a dark lower half. */
const sky = (width: number) =>
  writeHdr({ width, height: width / 2, at: (_x, y) => (y < width / 4 ? 8 : 0.05) });

async function exrSky(width: number): Promise<Uint8Array> {
  const height = width / 2;
  const data = new Float32Array(width * height * 4);
  for (let i = 0; i < width * height; i += 1) {
    // The exporter writes rows from the bottom.
    data.fill(Math.floor(i / width) >= height / 2 ? 8 : 0.05, i * 4, i * 4 + 4);
  }
  const texture = new DataTexture(data, width, height, undefined, FloatType);
  return await new EXRExporter().parse(texture);
}

async function brightness(webp: Buffer, half: 'top' | 'bottom'): Promise<number> {
  const { width, height } = await sharp(webp).metadata();
  const region = { left: 0, top: half === 'top' ? 0 : height / 2, width, height: height / 2 };
  const [channel] = (await sharp(await sharp(webp).extract(region).png().toBuffer()).stats()).channels;
  return channel?.mean ?? 0;
}

describe('a panorama', () => {
  it('stays as uploaded if small enough, with a smaller version for phones and a thumbnail', async () => {
    const made = await importBytes(sky(2048), 'sky');
    expect(made.main).toBeNull();
    expect(made.report).toMatchObject({ converted: [], resized: [] });
    expect(readSkySize(made.mobile ?? Buffer.alloc(0))).toEqual({ format: 'hdr', width: 1024, height: 512 });
    expect(await sharp(made.thumbnail).metadata()).toMatchObject({ format: 'webp', width: 512 });
    expect(await brightness(made.thumbnail, 'top')).toBeGreaterThan(150);
    expect(await brightness(made.thumbnail, 'bottom')).toBeLessThan(100);
  });

  it('is converted from OpenEXR to upright Radiance HDR of at most 2048 pixels', async () => {
    const made = await importBytes(await exrSky(4096), 'sky');
    expect(readSkySize(made.main ?? Buffer.alloc(0))).toEqual({ format: 'hdr', width: 2048, height: 1024 });
    expect(await brightness(made.thumbnail, 'top')).toBeGreaterThan(150);
    expect(await brightness(made.thumbnail, 'bottom')).toBeLessThan(100);
    expect(made.report).toMatchObject({
      converted: [importMessage('changed.converted', { from: 'EXR', to: 'HDR' })],
      resized: [SMALLER],
    });
  });

  it('is reported only as resized if it is a large Radiance HDR', async () => {
    const { report } = await importBytes(sky(4096), 'sky');
    expect(report).toMatchObject({ converted: [], resized: [SMALLER] });
  });

  const said = (size: string, body = 'x') =>
    Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n${size}\n${body}`);
  it.each([
    ['that is truncated', () => Promise.resolve(sky(512).subarray(0, 4000))],
    ['in EXR that is truncated', async () => (await exrSky(256)).subarray(0, 900)],
    ['that declares more pixels than it has', () => Promise.resolve(said('-Y 4096 +X 8192'))],
    ['that declares a huge size', () => Promise.resolve(said('-Y 999999 +X 999999'))],
    ['of zero size', () => Promise.resolve(said('-Y 0 +X 0'))],
    ['without a header', () => Promise.resolve(Buffer.from('#?RADIANCE'))],
    ['in EXR with an inverted data window', () => Promise.resolve(exrWith([0, 0, -9, -9]))],
    ['in EXR with a huge data window', () => Promise.resolve(exrWith([0, 0, 0x7ffffffe, 0x7ffffffe]))],
    [
      'in PNG format',
      () =>
        sharp({ create: { width: 8, height: 4, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
    ],
  ])('%s is rejected', async (_what, make) => {
    await expect(importBytes(await make(), 'sky')).rejects.toMatchObject({ code: 'sky.invalid' });
  });
});

/** An OpenEXR header with a data window, without pixels. */
function exrWith(window: readonly number[]): Buffer {
  const value = Buffer.alloc(16);
  for (const [i, side] of window.entries()) {
    value.writeInt32LE(side, i * 4);
  }
  const head = Buffer.from([0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]);
  const length = Buffer.alloc(4);
  length.writeInt32LE(16);
  return Buffer.concat([head, Buffer.from('dataWindow\0box2i\0'), length, value, Buffer.alloc(8)]);
}

const inter = () =>
  readFile(createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));

describe('a font', () => {
  it('stays as uploaded, with a thumbnail of its letters', async () => {
    const made = await importBytes(await inter(), 'font');
    expect(made).toMatchObject({ main: null, mobile: null, mimeType: 'font/woff' });
    const [channel] = (await sharp(made.thumbnail).stats()).channels;
    expect(channel?.max).toBeGreaterThan(240);
    expect(channel?.mean).toBeGreaterThan(45);
  });

  it('is unpacked from WOFF2 to TTF with the same outlines', async () => {
    const made = await importBytes(await packed(), 'font');
    expect(made).toMatchObject({
      mobile: null,
      mimeType: 'font/ttf',
      report: { converted: [importMessage('changed.converted', { from: 'WOFF2', to: 'TTF' })] },
    });
    const [font = Buffer.alloc(0), plain] = [made.main ?? undefined, await inter()];
    expect(font.subarray(0, 4)).toEqual(Buffer.from([0, 1, 0, 0]));
    const [one, other] = await Promise.all(
      [font, plain].map(async (bytes) =>
        (await loadFont([new Uint8Array(bytes)])).lineOf('Größe & Ørsted 42'),
      ),
    );
    // Both files come from one font by different tools.
    expect(one?.areas.length).toBe(other?.areas.length);
    expect(one?.length).toBeCloseTo(other?.length ?? 0, 2);
  });

  it('is read or rejected after random changes to WOFF2, and the next one is read', async () => {
    const good = await packed();
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), async (at, value) => {
        const bytes = Buffer.from(good);
        bytes[at % 2 === 0 ? at : at % 600] = value;
        const code = await importBytes(bytes, 'font').then(
          () => 'font.invalid',
          (error: { code?: string }) => error.code,
        );
        expect(code).toBe('font.invalid');
      }),
      { numRuns: 30, seed: 9 },
    );
    expect(await importBytes(good, 'font')).toMatchObject({ mimeType: 'font/ttf' });
  });

  it.each([
    ['in WOFF2 that is truncated', async () => (await packed()).subarray(0, 9000)],
    ['in WOFF2 that declares a huge size', async () => saying(await packed(), 0x7fffffff)],
    ['in WOFF2 that expands too far', () => Promise.resolve(bombWoff2())],
    ['that is truncated', async () => (await inter()).subarray(0, 9000)],
    ['whose tables declare gigabytes when unpacked', async () => lyingFont(await inter())],
    ['that is plain text', () => Promise.resolve(Buffer.from('true enough, but no font'))],
    [
      'without data after its signature',
      () => Promise.resolve(Buffer.from([0, 1, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0])),
    ],
  ])('%s is rejected', async (_what, make) => {
    await expect(importBytes(await make(), 'font')).rejects.toMatchObject({ code: 'font.invalid' });
  });
});

const packed = () =>
  readFile(createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-400-normal.woff2'));

/** A WOFF2 whose header claims the given unpacked size. */
function saying(font: Buffer, bytes: number): Buffer {
  const lying = Buffer.from(font);
  lying.writeUInt32BE(bytes, 16);
  return lying;
}

/** A small WOFF2 with a table of 30 MB of zeros. */
function bombWoff2(): Buffer {
  const table = brotliCompressSync(Buffer.alloc(30_000_000));
  const head = Buffer.alloc(48);
  head.write('wOF2', 0, 'latin1');
  head.writeUInt32BE(0x00010000, 4);
  head.writeUInt16BE(1, 12);
  head.writeUInt32BE(30_000_100, 16);
  head.writeUInt32BE(table.length, 20);
  // The first known tag, untransformed, and its length in 7-bit groups.
  const entry = Buffer.from([0x00, 0x8e, 0xa7, 0x8e, 0x00]);
  const body = Buffer.concat([
    head,
    entry,
    table,
    Buffer.alloc(-(head.length + entry.length + table.length) & 3),
  ]);
  body.writeUInt32BE(body.length, 8);
  return body;
}

/** A WOFF whose tables claim gigabytes when unpacked. */
function lyingFont(font: Buffer): Buffer {
  const lying = Buffer.from(font);
  for (let table = 0; table < lying.readUInt16BE(12); table += 1) {
    lying.writeUInt32BE(0x7fffffff, 44 + table * 20 + 12);
  }
  return lying;
}
