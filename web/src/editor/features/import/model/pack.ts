import { MAX_UPLOAD_BYTES } from '@diorama/shared/plans.ts';
import { fetchCode } from '../../../../fetch-code.ts';
import { extensionOf } from '../../../../files/file-names.ts';
import type { ImportSet } from '../../../../files/import-set.ts';

/** Fixed modification time of all zip entries. */
const PACKED_AT = new Date(2000, 0, 1);
/** Extensions of compressed formats, which are stored without deflation. */
const PACKED = /^(png|jpe?g|webp|avif|hei[cf]|gif|ktx2|usdz|3mf|zip)$/;

/** The files exceed the upload limit, even when packed. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * Packs a model into one upload: its single file, or a zip with its side files.
 * @param most - size limit of the zip in bytes
 * @throws {@link TooLargeError} for a larger zip
 */
export async function packSet({ name, files }: ImportSet, most = MAX_UPLOAD_BYTES): Promise<File> {
  const [only] = files;
  if (files.length === 1 && only) {
    return only.file;
  }
  // Sorted, so that the same files give the same bytes and an interrupted upload can resume.
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const entries: Entries = {};
  for (const { file, path } of sorted) {
    const level = PACKED.test(extensionOf(path)) ? 0 : 1;
    entries[path] = [new Uint8Array(await file.arrayBuffer()), { mtime: PACKED_AT, level }];
  }
  const packed = await zipped(entries);
  if (packed.length > most) {
    throw new TooLargeError();
  }
  const lastModified = Math.max(...files.map(({ file }) => file.lastModified));
  return new File([packed], `${name}.zip`, { type: 'application/zip', lastModified });
}

type Entries = Record<string, [Uint8Array, { mtime: Date; level: 0 | 1 }]>;

/** Large files are packed in a worker, as they would block the page. */
async function zipped(entries: Entries): Promise<Uint8Array<ArrayBuffer>> {
  const { zip } = await fetchCode(() => import('three/addons/libs/fflate.module.js'));
  return await new Promise((resolve, reject) => {
    zip(entries, (error, bytes) => (error ? reject(error) : resolve(new Uint8Array(bytes))));
  });
}
