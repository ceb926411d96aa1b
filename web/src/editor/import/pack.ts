import { MAX_UPLOAD_BYTES } from '@diorama/shared/plans.ts';
import { fetchCode } from '../../fetch-code.ts';
import { extensionOf } from './file-names.ts';
import type { ImportSet } from './import-set.ts';

/** What stands in a zip as the time of all its files. */
const PACKED_AT = new Date(2000, 0, 1);
/** What is packed in itself, and would take time to become no smaller. */
const PACKED = /^(png|jpe?g|webp|avif|hei[cf]|gif|ktx2|usdz|3mf|zip)$/;

/** Files that are too many bytes to be sent, also when they are packed. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * The one file that is uploaded for a model: itself, or a zip of it with what belongs to it.
 * @param most - bytes that the zip may have
 * @throws {@link TooLargeError} for a larger one.
 */
export async function packSet({ name, files }: ImportSet, most = MAX_UPLOAD_BYTES): Promise<File> {
  const [only] = files;
  if (files.length === 1 && only) {
    return only.file;
  }
  // The same files make the same bytes, in whatever order they come, so that a half that was sent is gone on with.
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

/** Large files are packed beside the page's thread, which would stand still for them. */
async function zipped(entries: Entries): Promise<Uint8Array<ArrayBuffer>> {
  const { zip } = await fetchCode(() => import('three/addons/libs/fflate.module.js'));
  return await new Promise((resolve, reject) => {
    zip(entries, (error, bytes) => (error ? reject(error) : resolve(new Uint8Array(bytes))));
  });
}
