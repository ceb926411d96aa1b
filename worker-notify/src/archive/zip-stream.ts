import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';

/** A file of an archive; its name has no folder that leads out. */
export type ZipEntry = { name: string; content: Buffer | AsyncIterable<Uint8Array> };

/** So that the same content makes the same archive; an archive knows no earlier time. */
const MODIFIED = new Date(1980, 0, 1);

/**
 * Writes an archive while it is read, without holding any file of it in memory. Files are stored as they are: models and
 * pictures are compressed already. Neither a file nor the archive is limited in size.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  return Readable.from(makeZip(filesOf(entries)), { objectMode: false });
}

async function* filesOf(entries: AsyncIterable<ZipEntry>) {
  for await (const { name, content } of entries) {
    yield { name, input: content, lastModified: MODIFIED };
  }
}
