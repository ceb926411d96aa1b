import type { Asset } from '@diorama/shared/contract/assets.ts';
import { extensionOf, type ImportFile, type ImportSet, isClutter, planImport } from './import-set.ts';

/** The file that a model was made of, as the server keeps it; none where it keeps none any more. */
export async function fetchOriginal({ name, originalUrl }: Asset): Promise<ImportFile[]> {
  const response = originalUrl === null ? null : await fetch(originalUrl).catch(() => null);
  return response?.ok ? [{ path: name, file: new File([await response.blob()], name) }] : [];
}

/** The model that some files are with others beside them, in place of those of the same names; undefined where there is none. */
export async function setWith(
  known: readonly ImportFile[],
  files: readonly ImportFile[],
): Promise<ImportSet | undefined> {
  const names = new Set(files.map(({ path }) => path));
  const kept = (await openArchives(known)).filter(({ path }) => !names.has(path));
  return planImport([...kept, ...files]).sets[0];
}

/** The same files, with what lies in archives in place of those, so that others can be put beside it. */
async function openArchives(files: readonly ImportFile[]): Promise<ImportFile[]> {
  // What cannot be opened stays what it is.
  return (await Promise.all(files.map((given) => openOne(given).catch(() => [given])))).flat();
}

async function openOne(given: ImportFile): Promise<ImportFile[]> {
  if (extensionOf(given.file.name) !== 'zip') {
    return [given];
  }
  const { unzipSync } = await import('three/addons/libs/fflate.module.js');
  const entries = unzipSync(new Uint8Array(await given.file.arrayBuffer()));
  const { lastModified } = given.file;
  return Object.entries(entries).flatMap(([path, bytes]) =>
    path.endsWith('/') || isClutter(path)
      ? []
      : [{ path, file: new File([bytes.slice()], path.split('/').at(-1) ?? path, { lastModified }) }],
  );
}
