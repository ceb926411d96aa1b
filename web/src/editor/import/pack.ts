import type { ImportSet } from './import-set.ts';

/** The one file that is uploaded for a model: itself, or a zip of it with what belongs to it. */
export async function packSet({ name, files }: ImportSet): Promise<File> {
  const [only] = files;
  if (files.length === 1 && only) {
    return only.file;
  }
  const { zipSync } = await import('three/addons/libs/fflate.module.js');
  const entries: Record<string, Uint8Array> = {};
  for (const { file, path } of files) {
    entries[path] = new Uint8Array(await file.arrayBuffer());
  }
  // Not compressed: pictures would not get smaller, and the page would stand still for the rest.
  return new File([zipSync(entries, { level: 0 })], `${name}.zip`, { type: 'application/zip' });
}
