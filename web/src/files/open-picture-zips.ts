import {
  findZipDirectory,
  readZipDirectory,
  ZIP_TAIL_BYTES,
  type ZipEntry,
} from '@diorama/shared/domain/zip-directory.ts';
import { MAX_UPLOAD_BYTES } from '@diorama/shared/plans.ts';
import { fetchCode } from '../fetch-code.ts';
import { extensionOf } from './file-names.ts';
import { type ImportFile, isClutter, isModelName, isPictureName } from './import-set.ts';

/** Entries to extract from archives by name, and entries that leave the archive unopened. */
export type ZipRule = { isWanted: (name: string) => boolean; keepsWhole: (name: string) => boolean };

/** Extracts pictures from archives without models. */
const ZIP_RULE_DEFAULTS: ZipRule = { isWanted: isPictureName, keepsWhole: isModelName };

/** Replaces archives by their wanted entries, unless an entry keeps the archive whole. */
export async function openPictureZips(
  files: readonly ImportFile[],
  rule: ZipRule = ZIP_RULE_DEFAULTS,
): Promise<ImportFile[]> {
  // An unreadable archive is passed on; the receiver reports the error.
  return (await Promise.all(files.map((given) => openOne(given, rule).catch(() => [given])))).flat();
}

async function openOne(given: ImportFile, { isWanted, keepsWhole }: ZipRule): Promise<ImportFile[]> {
  const { file } = given;
  if (extensionOf(file.name) !== 'zip' || file.size > MAX_UPLOAD_BYTES) {
    return [given];
  }
  const entries = (await listEntries(file)).filter(({ name }) => !name.endsWith('/') && !isClutter(name));
  const wanted = entries.filter(({ name }) => isWanted(name));
  const isTooMuch = wanted.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_UPLOAD_BYTES;
  if (wanted.length === 0 || isTooMuch || entries.some(({ name }) => keepsWhole(name))) {
    return [given];
  }
  const latinNames = new Set(wanted.map(({ latinName }) => latinName));
  const { unzipSync } = await fetchCode(() => import('three/addons/libs/fflate.module.js'));
  const found = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name }) => latinNames.has(name),
  });
  return wanted.flatMap(({ name: path, latinName }) => {
    const bytes = found[latinName];
    const name = path.split('/').at(-1) ?? path;
    return bytes
      ? [{ path, file: new File([bytes.slice()], name, { lastModified: file.lastModified }) }]
      : [];
  });
}

/** Entries of an archive, read from its directory at the end; empty if unreadable. */
async function listEntries(file: File): Promise<ZipEntry[]> {
  const read = async (part: Blob) => new Uint8Array(await part.arrayBuffer());
  const found = findZipDirectory(await read(file.slice(-ZIP_TAIL_BYTES)));
  return found ? readZipDirectory(await read(file.slice(found.start, found.start + found.length))) : [];
}
