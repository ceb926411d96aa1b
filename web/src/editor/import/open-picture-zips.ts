import {
  extensionOf,
  type ImportFile,
  isClutter,
  isModelName,
  isPictureName,
  MAX_UPLOAD_BYTES,
} from './import-set.ts';

/** Where an archive tells what it holds, behind all of it: its last record, which a comment of this length may follow. */
const END_BYTES = 22;
const COMMENT_BYTES = 65_535;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;

/** What is taken out of archives, by its name, and what keeps one whole that holds it. */
export type ZipRule = { isWanted: (name: string) => boolean; keepsWhole: (name: string) => boolean };

/** Pictures of archives that hold no model. */
export const ZIP_RULE_DEFAULTS: ZipRule = { isWanted: isPictureName, keepsWhole: isModelName };

/** What was given, with what is wanted of archives in their place, where there is any and nothing keeps them whole. */
export async function openPictureZips(
  files: readonly ImportFile[],
  rule: ZipRule = ZIP_RULE_DEFAULTS,
): Promise<ImportFile[]> {
  // What cannot be opened goes on as it is, and whoever takes it says why.
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
  const { unzipSync } = await import('three/addons/libs/fflate.module.js');
  const found = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name }) => isWanted(name) && !isClutter(name),
  });
  return Object.entries(found).map(([path, bytes]) => ({
    path,
    file: new File([bytes.slice()], path.split('/').at(-1) ?? path, { lastModified: file.lastModified }),
  }));
}

/** The names in an archive and how long each file is, by its last part alone; none where that cannot be read. */
async function listEntries(file: File): Promise<{ name: string; bytes: number }[]> {
  const tail = new DataView(await file.slice(-(END_BYTES + COMMENT_BYTES)).arrayBuffer());
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END_MARK) {
    end -= 1;
  }
  if (end < 0) {
    return [];
  }
  const [length, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  const list = new DataView(await file.slice(start, start + length).arrayBuffer());
  const entries: { name: string; bytes: number }[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= list.byteLength && list.getUint32(at, true) === ENTRY_MARK) {
    const [name, extra, comment] = [28, 30, 32].map((field) => list.getUint16(at + field, true));
    const letters = new Uint8Array(
      list.buffer,
      at + ENTRY_BYTES,
      Math.min(name ?? 0, list.byteLength - at - ENTRY_BYTES),
    );
    entries.push({ name: new TextDecoder().decode(letters), bytes: list.getUint32(at + 24, true) });
    at += ENTRY_BYTES + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}
