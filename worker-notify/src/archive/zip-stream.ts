import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';

/** A file of an archive; its name is a relative path inside it. */
export type ZipEntry = { name: string; content: Buffer | AsyncIterable<Uint8Array> };

/** Constant date, so that the same content results in the same archive. Zip has no earlier date. */
const MODIFIED = new Date(1980, 0, 1);

/**
 * Writes an archive while it is read, without holding a whole file in memory. Files are stored uncompressed,
 * as models and pictures are compressed already.
 * Neither a file nor the archive is limited in size.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  return Readable.from(makeZip(filesOf(entries)), { objectMode: false });
}

async function* filesOf(entries: AsyncIterable<ZipEntry>) {
  for await (const { name, content } of entries) {
    yield { name, input: content, lastModified: MODIFIED };
  }
}
