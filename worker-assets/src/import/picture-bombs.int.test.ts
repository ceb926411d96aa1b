import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inEnglish } from '@diorama/shared/i18n/import-messages.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGltfIo } from '../output/gltf-io.ts';
import { importForTest } from '../test/import-for-test.ts';
import { ktxOf, plainKtx, triangleWith } from '../test/ktx-files.ts';
import { documentWith, squareMesh } from '../test/sample-documents.ts';
import { ConversionChild } from './conversion-child.ts';
import { ConversionPool } from './conversion-pool.ts';
import type { ImportRequest } from './import-file.ts';
import { pictureBytes } from './memory-need.ts';

const MB = 1_000_000;
/** Much less than any decoded picture, but enough to read a small file; in bytes. */
const MAX_GROWN = 150 * MB;

let dir: string;
let pool: ConversionPool;
let child: ConversionChild;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'diorama-bombs-'));
  await chmod(dir, 0o711);
  const createChild = ({ user }: { user: { uid?: number; gid?: number } }) => {
    child = new ConversionChild({ user });
    return child;
  };
  pool = await ConversionPool.create({ size: 1, createChild });
  // Loads the decoder's constant memory before any measurement.
  await importBytes(await small('jpeg'), 'picture');
  await importBytes(triangleWith(ktxOf([1, 2, 3, 255])), 'model');
});
afterAll(async () => {
  pool?.close();
  await rm(dir, { recursive: true, force: true });
});

async function importBytes(bytes: Uint8Array, expects: ImportRequest['expects']) {
  return await importForTest(pool, { bytes, expects }, async ({ report }) => report);
}

/** Peak memory of the child, in bytes. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** Growth of the child's peak memory, in bytes. The child stays alive. */
async function growth(run: () => Promise<unknown>): Promise<number> {
  const [pid, before] = [child.pid, await peak()];
  await run();
  expect(child.pid).toBe(pid);
  return (await peak()) - before;
}

async function small(format: 'jpeg' | 'webp' | 'avif', options: object = {}): Promise<Buffer> {
  const create = { width: 16, height: 16, channels: 3, background: '#c83c28' } as const;
  return await sharp({ create }).toFormat(format, options).toBuffer();
}

/** Offset after the marker bytes that precede the size in a header. */
function behind(bytes: Buffer, ...before: number[]): number {
  const at = bytes.indexOf(Buffer.from(before));
  if (at < 0) {
    throw new Error('The head is another one');
  }
  return at + before.length;
}

const LARGEST_JPEG = 65_000;
const LARGEST_WEBP = 16_383;

async function jpeg(options?: { progressive: boolean }): Promise<Uint8Array> {
  const bytes = await small('jpeg', options);
  // The frame marker, the header length, and the bits per value.
  const at = behind(bytes, 0xff, options?.progressive ? 0xc2 : 0xc0, 0, 17, 8);
  bytes.writeUInt16BE(LARGEST_JPEG, at);
  bytes.writeUInt16BE(LARGEST_JPEG, at + 2);
  return bytes;
}

async function webp(): Promise<Uint8Array> {
  const bytes = await small('webp');
  const at = behind(bytes, 0x9d, 0x01, 0x2a);
  bytes.writeUInt16LE(LARGEST_WEBP, at);
  bytes.writeUInt16LE(LARGEST_WEBP, at + 2);
  return bytes;
}

async function losslessWebp(): Promise<Uint8Array> {
  const bytes = await small('webp', { lossless: true });
  // Two sides of 14 bits each, minus one.
  bytes.writeUInt32LE(0x0f_ff_ff_ff, bytes.indexOf('VP8L') + 9);
  return bytes;
}

/** A picture in a HEIF container with that brand. */
async function boxed(brand: 'heic' | 'avif'): Promise<Uint8Array> {
  const bytes = await small('avif');
  bytes.write(brand, 8, 'latin1');
  const at = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(200_000, at);
  bytes.writeUInt32BE(200_000, at + 4);
  return bytes;
}

function exr(side: number): Uint8Array {
  const head = Buffer.from('\x76\x2f\x31\x01\x02\0\0\0dataWindow\0box2i\0', 'latin1');
  const window = Buffer.alloc(4 + 16 + 1);
  for (const [at, value] of [16, 0, 0, side - 1, side - 1].entries()) {
    window.writeInt32LE(value, at * 4);
  }
  return Buffer.concat([head, window, Buffer.alloc(64)]);
}

const hdr = (side: number) =>
  Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${side} +X ${side}\n`, 'latin1');

const PICTURES: [string, () => Promise<Uint8Array>][] = [
  ['JPEG', () => jpeg()],
  ['progressive JPEG', () => jpeg({ progressive: true })],
  ['WebP', webp],
  ['lossless WebP', losslessWebp],
  ['HEIC', () => boxed('heic')],
  ['AVIF', () => boxed('avif')],
];

describe('a small file that declares too many pixels', () => {
  it.each(PICTURES)('is rejected with a reason, using little memory: %s', async (_, make) => {
    const bytes = await make();
    expect(bytes.length).toBeLessThan(10_000);
    const refused = () =>
      expect(importBytes(bytes, 'picture')).rejects.toMatchObject({
        name: 'ImportError',
        code: 'texture.invalid',
      });
    expect(await growth(refused)).toBeLessThan(MAX_GROWN);
    // A picture that is never decoded has no memory need.
    const path = join(dir, 'head');
    await writeFile(path, bytes);
    expect(await pictureBytes(path)).toBe(0);
  });

  it.each([
    ['EXR', exr(60_000)],
    ['EXR with a negative size', exr(-5)],
    ['HDR', hdr(60_000)],
  ])('is rejected as a sky, using little memory: %s', async (_, bytes) => {
    const refused = () =>
      expect(importBytes(bytes, 'sky')).rejects.toMatchObject({ name: 'ImportError', code: 'sky.invalid' });
    expect(await growth(refused)).toBeLessThan(MAX_GROWN);
  });

  it.each([
    ['JPEG', 'image/jpeg', jpeg],
    ['WebP', 'image/webp', webp],
  ] as const)('is omitted from a model and reported, using little memory: %s', async (_, type, make) => {
    const image = new Uint8Array(await make());
    const document = documentWith((made) => {
      const texture = made.createTexture('Bomb').setImage(image).setMimeType(type);
      const mesh = squareMesh(made);
      mesh.listPrimitives()[0]?.setMaterial(made.createMaterial('Paper').setBaseColorTexture(texture));
      return [made.createNode('Square').setMesh(mesh)];
    });
    const glb = await (await createGltfIo()).writeGlb(document);
    const leftOut = async () => {
      const { dropped } = await importBytes(glb, 'model');
      expect(inEnglish(dropped)).toEqual([
        '1 textures that cannot be read',
        'Images of the material Paper, which are missing or cannot be read',
      ]);
    };
    expect(await growth(leftOut)).toBeLessThan(MAX_GROWN);
  });

  it.each([
    ['KTX2 with Basis data', () => ktxOf([1, 2, 3, 255])],
    ['KTX2 with plain pixels', () => plainKtx(37, { pixels: new Uint8Array(8) })],
  ])('is omitted from a model as KTX2 texture, using little memory: %s', async (_, make) => {
    const bytes = make();
    const view = new DataView(bytes.buffer);
    view.setUint32(20, 4_000_000_000, true);
    view.setUint32(24, 4_000_000_000, true);
    const leftOut = async () => {
      const { dropped } = await importBytes(triangleWith(bytes), 'model');
      expect(inEnglish(dropped)).toEqual([
        'A texture: its KTX2 image cannot be read',
        'Images of the material Material, which are missing or cannot be read',
      ]);
    };
    expect(await growth(leftOut)).toBeLessThan(MAX_GROWN);
  });
});
