import {
  findZipDirectory,
  readZipDirectory,
  ZIP_TAIL_BYTES,
  type ZipEntry,
} from '@diorama/shared/domain/zip-directory.ts';
import {
  extensionOf,
  type ImportFile,
  isClutter,
  isModelName,
  isPictureName,
  MAX_UPLOAD_BYTES,
} from './import-set.ts';

/** What was given, with pictures in place of those archives that hold pictures and no model. */
export async function openPictureZips(files: readonly ImportFile[]): Promise<ImportFile[]> {
  // What cannot be opened goes to the server as it is, which says why.
  return (await Promise.all(files.map((given) => openOne(given).catch(() => [given])))).flat();
}

async function openOne(given: ImportFile): Promise<ImportFile[]> {
  const { file } = given;
  if (extensionOf(file.name) !== 'zip' || file.size > MAX_UPLOAD_BYTES) {
    return [given];
  }
  const entries = (await listEntries(file)).filter(({ name }) => !name.endsWith('/') && !isClutter(name));
  const pictures = entries.filter(({ name }) => isPictureName(name));
  const isTooMuch = pictures.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_UPLOAD_BYTES;
  if (pictures.length === 0 || isTooMuch || entries.some(({ name }) => isModelName(name))) {
    return [given];
  }
  const { unzipSync } = await import('three/addons/libs/fflate.module.js');
  const found = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name }) => isPictureName(name) && !isClutter(name),
  });
  return pictures.flatMap(({ name: path, latinName }) => {
    const bytes = found[latinName];
    const name = path.split('/').at(-1) ?? path;
    return bytes
      ? [{ path, file: new File([bytes.slice()], name, { lastModified: file.lastModified }) }]
      : [];
  });
}

/** The files in an archive, by its last part alone; none where that cannot be read. */
async function listEntries(file: File): Promise<ZipEntry[]> {
  const read = async (part: Blob) => new Uint8Array(await part.arrayBuffer());
  const found = findZipDirectory(await read(file.slice(-ZIP_TAIL_BYTES)));
  return found ? readZipDirectory(await read(file.slice(found.start, found.start + found.length))) : [];
}
