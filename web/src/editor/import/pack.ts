import { fetchCode } from '../../fetch-code.ts';
import type { ImportSet } from './import-set.ts';

/** What stands in a zip as the time of all its files. */
const PACKED_AT = new Date(2000, 0, 1);

/** The one file that is uploaded for a model: itself, or a zip of it with what belongs to it. */
export async function packSet({ name, files }: ImportSet): Promise<File> {
  const [only] = files;
  if (files.length === 1 && only) {
    return only.file;
  }
  const { zipSync } = await fetchCode(() => import('three/addons/libs/fflate.module.js'));
  // The same files make the same bytes, in whatever order they come, so that a half that was sent is gone on with.
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const entries: Record<string, [Uint8Array, { mtime: Date }]> = {};
  for (const { file, path } of sorted) {
    entries[path] = [new Uint8Array(await file.arrayBuffer()), { mtime: PACKED_AT }];
  }
  const lastModified = Math.max(...files.map(({ file }) => file.lastModified));
  // Not compressed: pictures would not get smaller, and the page would stand still for the rest.
  return new File([zipSync(entries, { level: 0 })], `${name}.zip`, { type: 'application/zip', lastModified });
}
