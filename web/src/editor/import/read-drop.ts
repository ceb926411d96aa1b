import { formatAt, formatsOf } from '@diorama/shared/domain/formats.ts';
import type { ImportFile } from './import-set.ts';
import type { FileHandle } from './kept-files.ts';

/** Whether a drag carries files, and not something of the page. */
export function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}

/** What browsers call the pictures that scenes take. */
const PICTURES: ReadonlySet<string> = new Set(formatsOf('image').map((format) => formatAt(format).mediaType));

/** How many pictures are held, as far as browsers say before a drop; 0 when something else is among them. */
export function countPictures({ items }: DataTransfer): number {
  const arePictures = [...items].every(({ kind, type }) => kind === 'file' && PICTURES.has(type));
  return arePictures ? items.length : 0;
}

/** Everything that was dropped, folders with all in them. Call it within the drop's own event. */
export async function readDrop(data: DataTransfer): Promise<ImportFile[]> {
  const items = [...data.items].map((item) => ({ entry: item.webkitGetAsEntry(), handle: lend(item) }));
  const files = filesOf(data.files);
  const found = await Promise.all(
    items.map(async ({ entry, handle }) => {
      const read = entry ? await readEntry(entry) : [];
      const lent = await handle;
      return entry?.isFile && lent ? read.map((file) => ({ ...file, handle: lent })) : read;
    }),
  );
  return items.some(({ entry }) => entry !== null) ? found.flat() : files;
}

/** A file that the browser lends for longer than the drop lasts; null where it does not. */
async function lend(item: DataTransferItem & { getAsFileSystemHandle?: Lend }): Promise<FileHandle | null> {
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  return handle?.kind === 'file' ? handle : null;
}

type Lend = () => Promise<FileHandle | null>;

/** The files of an input or a paste. */
export function filesOf(files: Iterable<File>): ImportFile[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

async function readEntry(entry: FileSystemEntry): Promise<ImportFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath.replace(/^\//, '') }];
  }
  if (!isFolder(entry)) {
    return [];
  }
  const reader = entry.createReader();
  const found: FileSystemEntry[] = [];
  // A reader gives a hundred at a time, then none.
  for (let part = await readPart(reader); part.length > 0; part = await readPart(reader)) {
    found.push(...part);
  }
  return (await Promise.all(found.map(readEntry))).flat();
}

function readPart(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
