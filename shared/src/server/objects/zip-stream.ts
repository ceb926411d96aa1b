import { Readable } from 'node:stream';
import { makeZip, predictLength } from 'client-zip';

/** A file of an archive. Its name must not contain a path out of the archive. */
export type ZipEntry = { name: string; content: Buffer | AsyncIterable<Uint8Array> };

/** Fixed date, so that the same content makes the same archive; ZIP has no earlier date. */
const MODIFIED = new Date(1980, 0, 1);

/**
 * Returns a ZIP stream that holds no file in memory. Files are stored without compression, because models and
 * pictures are compressed already. The sizes of the files and of the archive have no limit.
 */
export function zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): Readable {
  return Readable.from(makeZip(filesOf(entries)), { objectMode: false });
}

/** A file of an archive with its size in bytes. */
export type SizedZipEntry = ZipEntry & { size: number };

/** Size of the archive of some files, in bytes. */
export function zipLength(files: readonly SizedZipEntry[]): number {
  return Number(predictLength(files.map(({ name, size }) => ({ name, size, lastModified: MODIFIED }))));
}

async function* filesOf(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>) {
  for await (const { name, content } of entries) {
    yield { name, input: content, lastModified: MODIFIED };
  }
}
