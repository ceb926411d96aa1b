import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  WORKSPACE_ARCHIVE_LIMITS as LIMITS,
  MANIFEST_NAME,
} from '@diorama/shared/contract/workspace-archive.ts';
import { SNIFF_BYTES } from '@diorama/shared/domain/file-format.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { MB } from '@diorama/shared/plans.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { ImportError } from '../import/import-error.ts';
import { broken, checkSafeEntry, entryNameOf, inflationMeter } from '../import/unzip.ts';

/** Bytes that are read ahead, as the directory is read in many small pieces. */
const AHEAD_BYTES = 1_000_000;

/** Reads ranges of a stored object for the ZIP reader. */
class ObjectReader extends RandomAccessReader {
  readonly #store: ObjectStore;
  readonly #key: string;
  readonly #size: number;
  #ahead = { start: 0, bytes: Buffer.alloc(0) };
  /** Error of the store, which is no fault of the archive. */
  storeError: unknown = null;

  constructor(store: ObjectStore, key: string, size: number) {
    super();
    this.#store = store;
    this.#key = key;
    this.#size = size;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough();
    this.#open(start, end).then(
      (stream) => pipeline(stream, through).catch((error) => through.destroy(error)),
      (error) => through.destroy(error),
    );
    return through;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#fill(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(bytes.length < length ? new Error('The archive ends early') : null);
      },
      (error) => callback(error),
    );
  }

  async #fill(position: number, length: number): Promise<Buffer> {
    const from = position - this.#ahead.start;
    if (from < 0 || from + length > this.#ahead.bytes.length) {
      const end = Math.min(this.#size, position + Math.max(length, AHEAD_BYTES));
      const chunks: Buffer[] = [];
      for await (const chunk of await this.#open(position, end)) {
        chunks.push(chunk);
      }
      this.#ahead = { start: position, bytes: Buffer.concat(chunks) };
    }
    const start = position - this.#ahead.start;
    return this.#ahead.bytes.subarray(start, start + length);
  }

  async #open(start: number, end: number): Promise<Readable> {
    if (start < 0 || start >= end || end > this.#size) {
      throw new Error('The archive names a range that it does not have');
    }
    try {
      const { stream } = await this.#store.get(this.#key, { range: { start, end: end - 1 } });
      stream.once('error', (error: NodeJS.ErrnoException) => {
        // The reader of a stream may end early.
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
          this.storeError = error;
        }
      });
      return stream;
    } catch (error) {
      this.storeError = error;
      throw error;
    }
  }
}

/** A file of the archive that was read to its end. */
export type MeasuredFile = { sha256: string; size: number; head: Buffer };

/**
 * The archive of a workspace in the object store. No file is read into memory as a whole, except JSON within its
 * limit. Bytes are counted while they are inflated, and do not rely on the headers.
 */
export class ArchiveReader {
  readonly #zip: ZipFile;
  readonly #reader: ObjectReader;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, reader: ObjectReader, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#reader = reader;
    this.#entries = entries;
  }

  /** @throws ImportError for a file that is no archive, or has too many or unsafe entries. */
  static async open(
    store: ObjectStore,
    { key, size }: { key: string; size: number },
  ): Promise<ArchiveReader> {
    const reader = new ObjectReader(store, key, size);
    try {
      const options = { autoClose: false, validateEntrySizes: true };
      const zip = await fromRandomAccessReaderPromise(reader, size, options);
      return new ArchiveReader(zip, reader, await readEntries(zip));
    } catch (error) {
      throw faultOf(reader, error);
    }
  }

  close(): void {
    this.#zip.close();
  }

  /** Text of a JSON file. @throws ImportError where it is missing or too large. */
  async readText(name: string, limit: number = LIMITS.jsonBytes): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    await this.#read(name, (chunk) => {
      size += chunk.length;
      if (size > limit) {
        throw failure(importMessage('workspace.json-size', { file: name, limit: limit / MB }));
      }
      chunks.push(chunk);
    });
    return Buffer.concat(chunks).toString('utf8');
  }

  /** Reads a file for its checksum, its size and its first bytes. */
  async measure(name: string): Promise<MeasuredFile> {
    const hash = createHash('sha256');
    let [size, head] = [0, Buffer.alloc(0)];
    await this.#read(name, (chunk) => {
      hash.update(chunk);
      size += chunk.length;
      if (head.length < SNIFF_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
      }
    });
    return { sha256: hash.digest('hex'), size, head };
  }

  /** A file as a stream. Its bytes were counted when it was measured. */
  async openFile(name: string): Promise<Readable> {
    try {
      const stream = await this.#zip.openReadStreamPromise(this.#entryOf(name));
      // The reader may fail before it listens for errors.
      return stream.on('error', () => undefined);
    } catch (error) {
      throw faultOf(this.#reader, error);
    }
  }

  async #read(name: string, take: (chunk: Buffer) => void): Promise<void> {
    const entry = this.#entryOf(name);
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        try {
          take(chunk);
          done();
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)));
        }
      },
    });
    try {
      const source = await this.#zip.openReadStreamPromise(entry);
      await pipeline(source, inflationMeter(entry, { left: LIMITS.bytes }, LIMITS), sink);
    } catch (error) {
      throw faultOf(this.#reader, error);
    }
  }

  #entryOf(name: string): Entry {
    const entry = this.#entries.get(name);
    if (!entry) {
      throw failure(
        name === MANIFEST_NAME
          ? importMessage('workspace.not-archive', { file: name })
          : importMessage('workspace.missing', { file: name }),
      );
    }
    return entry;
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > LIMITS.files) {
    throw failure(importMessage('archive.too-many-files', { count: zip.entryCount, limit: LIMITS.files }));
  }
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    checkSafeEntry(entry);
    const name = entryNameOf(entry);
    if (entries.has(name)) {
      throw failure(importMessage('workspace.twice', { file: name }));
    }
    bytes += entry.uncompressedSize;
    if (bytes > LIMITS.bytes) {
      throw failure(importMessage('limit.unpacked-archive'));
    }
    entries.set(name, entry);
  }
  return entries;
}

/** Error of an archive that is not imported; its reason is for the user. */
export function failure(reason: ConstructorParameters<typeof ImportError>[1]): ImportError {
  return new ImportError('import.failed', reason);
}

/** Errors of the store stay, so that the job is tried again; others are faults of the archive. */
function faultOf(reader: ObjectReader, error: unknown): unknown {
  return error instanceof ImportError ? error : (reader.storeError ?? broken(error));
}
