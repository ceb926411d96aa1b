import { formatAt, formatsOf } from '@diorama/shared/domain/formats.ts';
import type { FileHandle, ImportFile } from './import-set.ts';

/** Whether a drag carries files rather than page content. */
export function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}

/** Media types of the pictures that scenes accept. */
const PICTURES: ReadonlySet<string> = new Set(formatsOf('image').map((format) => formatAt(format).mediaType));

/** Number of dragged pictures, as far as browsers reveal it before a drop; 0 with any other item. */
export function countPictures({ items }: DataTransfer): number {
  const arePictures = [...items].every(({ kind, type }) => kind === 'file' && PICTURES.has(type));
  return arePictures ? items.length : 0;
}

/** All dropped files, including those in folders. Must be called during the drop event. */
export async function readDroppedFiles(data: DataTransfer): Promise<ImportFile[]> {
  const items = [...data.items].map((item) => ({ entry: item.webkitGetAsEntry(), handle: handleOf(item) }));
  const files = filesOf(data.files);
  const found = await Promise.all(
    items.map(async ({ entry, handle }) => {
      const read = entry ? await readEntry(entry) : [];
      const fileHandle = await handle;
      return entry?.isFile && fileHandle ? read.map((file) => ({ ...file, handle: fileHandle })) : read;
    }),
  );
  return items.some(({ entry }) => entry !== null) ? found.flat() : files;
}

/** File handle that outlives the drop; null if unsupported. */
async function handleOf(
  item: DataTransferItem & { getAsFileSystemHandle?: GetHandle },
): Promise<FileHandle | null> {
  const handle = await item.getAsFileSystemHandle?.().catch(() => null);
  return handle?.kind === 'file' ? handle : null;
}

type GetHandle = () => Promise<FileHandle | null>;

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
  // A directory reader returns batches of 100 until it is empty.
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
