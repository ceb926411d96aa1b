import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

/** A file of an archive; its name has no folder that leads out. */
export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

type Written = { name: Buffer; crc: number; size: number; offset: number };

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
/** What 32 bits cannot say is said by the 64-bit fields beside them. */
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
const VERSION = 45;
/** Names are UTF-8, and sizes follow after the content. */
const FLAGS = 0x0808;
/** The first of January 1980, so that the same content makes the same archive. */
const DATE = 0x21;

/**
 * Writes an archive while it is read, without holding any file of it in memory. Files are stored as they are: models and
 * pictures are compressed already. Each is smaller than 4 GB, the archive may be larger. fflate, which the tests read it
 * with, can write no archive beyond 4 GB.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  return Readable.from(write(entries), { objectMode: false });
}

async function* write(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for await (const { name: text, content } of entries) {
    const name = Buffer.from(text);
    const file: Written = { name, crc: 0, size: 0, offset: at };
    const head = localHeader(name);
    yield head;
    for await (const chunk of content) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      yield bytes;
    }
    const tail = words(DESCRIPTOR, file.crc, file.size, file.size);
    yield tail;
    at += head.length + file.size + tail.length;
    written.push(file);
  }
  const central = Buffer.concat(written.map(centralHeader));
  yield central;
  yield ending(written.length, central.length, at);
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(LOCAL, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DATE, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function centralHeader({ name, crc, size, offset }: Written): Buffer {
  const isFar = offset >= MAX_32;
  const extra = isFar ? Buffer.alloc(12) : Buffer.alloc(0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const head = Buffer.alloc(46);
  head.writeUInt32LE(CENTRAL, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(DATE, 14);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(size, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(isFar ? MAX_32 : offset, 42);
  return Buffer.concat([head, name, extra]);
}

function ending(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (count < MAX_16 && size < MAX_32 && offset < MAX_32) {
    return end;
  }
  const large = Buffer.alloc(56);
  large.writeUInt32LE(END_64, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(VERSION, 12);
  large.writeUInt16LE(VERSION, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR_64, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    buffer.writeUInt32LE(value, index * 4);
  });
  return buffer;
}
