// @module-tag full
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createDiskStore } from '@diorama/shared/server/objects/disk.ts';
import { type SizedZipEntry, zipLength, zipStream } from '@diorama/shared/server/objects/zip-stream.ts';
import { expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { ArchiveReader } from './archive-reader.ts';

/** Sizes and offsets from here on do not fit into the fields of a plain ZIP. */
const FOUR_GB = 2 ** 32;
const BLOCK = Buffer.alloc(65_536);
const BLOCKS = FOUR_GB / BLOCK.length + 100;
const LARGE_BYTES = BLOCKS * BLOCK.length;
const SMALL = { before: Buffer.from('before'), after: Buffer.from('after') };
/** A part of the archive that no reader or writer may hold, in bytes. */
const MOST_GROWTH = 500_000_000;
const EACH_BLOCKS = 1_000;

/** Growth of the resident memory since its creation. */
class Growth {
  readonly #start = process.memoryUsage.rss();
  most = 0;

  look(): void {
    this.most = Math.max(this.most, process.memoryUsage.rss() - this.#start);
  }
}

async function* generated(growth: Growth): AsyncGenerator<Buffer> {
  for (let block = 0; block < BLOCKS; block += 1) {
    if (block % EACH_BLOCKS === 0) {
      growth.look();
    }
    yield BLOCK;
  }
}

function entriesOf(growth: Growth): SizedZipEntry[] {
  return [
    { name: 'files/before', content: SMALL.before, size: SMALL.before.length },
    { name: 'files/large', content: generated(growth), size: LARGE_BYTES },
    { name: 'files/after', content: SMALL.after, size: SMALL.after.length },
  ];
}

/** Writes a stream to a file whose blocks of zeros take no room. @returns its size in bytes */
async function writeSparse(path: string, stream: AsyncIterable<Buffer>): Promise<number> {
  await using file = await open(path, 'w');
  let size = 0;
  for await (const chunk of stream) {
    if (chunk.length > BLOCK.length || !chunk.equals(BLOCK.subarray(0, chunk.length))) {
      await file.write(chunk, 0, chunk.length, size);
    }
    size += chunk.length;
  }
  await file.truncate(size);
  return size;
}

/** The checksum and the size of a file that is read to its end. */
async function measure(stream: AsyncIterable<Buffer>): Promise<{ crc: number; size: number }> {
  let [crc, size] = [0, 0];
  for await (const chunk of stream) {
    crc = crc32(chunk, crc);
    size += chunk.length;
  }
  return { crc, size };
}

test('an archive above 4 GB is written and read whole in constant memory', async () => {
  await using ends = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'diorama-large-archive-'));
  ends.defer(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'archive.zip');
  const growth = new Growth();
  const entries = entriesOf(growth);
  const size = await writeSparse(path, zipStream(entries));
  expect(size).toBe(zipLength(entries));
  expect(size).toBeGreaterThan(LARGE_BYTES);

  const large = await measure(generated(growth));
  const zip = await openPromise(path);
  const found = await Array.fromAsync(zip.eachEntry());
  const sizesOf = (bytes: number) => ({ compressedSize: bytes, uncompressedSize: bytes });
  expect(found).toMatchObject([
    { fileName: 'files/before', crc32: crc32(SMALL.before), relativeOffsetOfLocalHeader: 0, ...sizesOf(6) },
    { fileName: 'files/large', crc32: large.crc, ...sizesOf(LARGE_BYTES) },
    { fileName: 'files/after', crc32: crc32(SMALL.after), ...sizesOf(5) },
  ]);
  expect(found[2]?.relativeOffsetOfLocalHeader).toBeGreaterThan(LARGE_BYTES);

  const store = createDiskStore(join(folder, 'objects'));
  const key = 'imports/archive.zip';
  await store.take(key, path, { contentType: 'application/zip', size, sha256: 'unknown' });
  const archive = await ArchiveReader.open(store, { key, size });
  ends.defer(() => archive.close());
  const looking = setInterval(() => growth.look(), 10);
  ends.defer(() => clearInterval(looking));
  expect(await measure(await archive.openFile('files/large'))).toEqual(large);
  for (const [name, content] of Object.entries(SMALL)) {
    expect(await archive.readText(`files/${name}`)).toBe(content.toString());
  }
  growth.look();
  expect(growth.most).toBeLessThan(MOST_GROWTH);
});
