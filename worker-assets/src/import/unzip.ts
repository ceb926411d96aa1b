import { createWriteStream } from 'node:fs';
import { join, posix } from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  ARCHIVE_LIMITS,
  type ArchiveLimits,
  isDecompressionBomb,
} from '@diorama/shared/domain/archive-limits.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { zipName } from '@diorama/shared/domain/zip-directory.ts';
import { isDiskFault } from '@diorama/shared/server/runtime/disk-fault.ts';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { ImportError } from './import-error.ts';

/** A file of an upload: its relative name and its path on disk. */
export type UploadedFile = { name: string; path: string };

/** Extra field id of the Info-ZIP Unicode path. */
const UNICODE_PATH = 0x7075;
const SYMLINK = 0o120000;
const FILE_TYPE = 0o170000;
const UNWANTED = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/;

/**
 * Unpacks a ZIP into `dir` with numbers as file names, so that no name of the archive reaches the disk. Sizes
 * are counted during decompression and do not rely on the headers.
 * @throws {@link ImportError} for exceeded limits, links, encrypted or nested archives, and names that lead
 * outside.
 */
export async function unzip(
  path: string,
  dir: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  await readEntries(path, limits, async (extraction) => {
    const name = entryNameOf(extraction.entry);
    if (!name.endsWith('/') && !UNWANTED.test(name)) {
      checkEntry(extraction.entry);
      const target = join(dir, String(files.length));
      await extract(extraction, createWriteStream(target, { flags: 'wx' }));
      files.push({ name, path: target });
    }
  });
  return files;
}

/**
 * Decompresses every entry of a ZIP within the limits, including folders and system files, and discards the
 * output. Used for archives that stay packed, whose reader in the page skips nothing. That reader has the same limits, but
 * relies on declared sizes.
 * @throws {@link ImportError} as {@link unzip} does.
 */
export async function checkZip(path: string, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<void> {
  await readEntries(path, limits, async (extraction) => {
    checkEntry(extraction.entry);
    await extract(extraction, new Writable({ write: (_chunk, _encoding, done) => done() }));
  });
}

type Extraction = { zip: ZipFile; entry: Entry; budget: { left: number }; limits: ArchiveLimits };

async function readEntries(
  path: string,
  limits: ArchiveLimits,
  read: (extraction: Extraction) => Promise<void>,
): Promise<void> {
  const zip = await openZip(path);
  try {
    if (zip.entryCount > limits.files) {
      throw new ImportError(
        'import.failed',
        importMessage('archive.too-many-files', { count: zip.entryCount, limit: limits.files }),
      );
    }
    const budget = { left: limits.bytes };
    for await (const entry of entriesOf(zip)) {
      await read({ zip, entry, budget, limits });
    }
  } finally {
    zip.close();
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { autoClose: false, validateEntrySizes: true });
  } catch (cause) {
    throw broken(cause);
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    for await (const entry of zip.eachEntry()) {
      yield entry;
    }
  } catch (cause) {
    throw cause instanceof ImportError ? cause : broken(cause);
  }
}

/** Normalised name of an entry, with `/` between its folders. */
export function entryNameOf(entry: Entry): string {
  const hasUnicodePath = entry.extraFields.some(({ id }) => id === UNICODE_PATH);
  const name = hasUnicodePath ? entry.fileName : zipName(entry.fileNameRaw, entry.generalPurposeBitFlag);
  return posix.normalize(name.replaceAll('\\', '/'));
}

/** @throws {@link ImportError} for an entry that leads outside of the archive, is a link, or is encrypted. */
export function checkSafeEntry(entry: Entry): void {
  const name = entryNameOf(entry);
  if (
    name.startsWith('/') ||
    name.split('/').includes('..') ||
    /^[a-z]:/i.test(name) ||
    name.includes('\0')
  ) {
    throw new ImportError('import.failed', importMessage('archive.outside'));
  }
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) {
    throw new ImportError('import.failed', importMessage('archive.links'));
  }
  if (entry.isEncrypted()) {
    throw new ImportError('import.failed', importMessage('archive.encrypted'));
  }
}

function checkEntry(entry: Entry): void {
  checkSafeEntry(entry);
  if (/\.(zip|7z|rar|gz|tar)$/i.test(entryNameOf(entry))) {
    throw new ImportError('import.failed', importMessage('archive.nested'));
  }
}

async function extract({ zip, entry, budget, limits }: Extraction, target: Writable): Promise<void> {
  try {
    const source: Readable = await zip.openReadStreamPromise(entry);
    await pipeline(source, inflationMeter(entry, budget, limits), target);
  } catch (cause) {
    throw cause instanceof ImportError || isDiskFault(cause) ? cause : broken(cause);
  }
}

/** Counts the inflated bytes of an entry, and fails with an {@link ImportError} beyond the limits. */
export function inflationMeter(
  entry: Entry,
  budget: { left: number },
  { ratio }: Pick<ArchiveLimits, 'ratio'>,
): Transform {
  const inflated = { bytes: 0 };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      inflated.bytes += chunk.length;
      budget.left -= chunk.length;
      const isBomb = isDecompressionBomb({ packed: entry.compressedSize, inflated: inflated.bytes, ratio });
      if (budget.left < 0 || isBomb) {
        done(new ImportError('import.failed', importMessage('limit.unpacked-archive')));
      } else {
        done(null, chunk);
      }
    },
  });
}

/** The error of an archive that cannot be read. */
export function broken(cause: unknown): ImportError {
  return new ImportError('import.failed', importMessage('archive.damaged'), { cause });
}
