/** A file as the directory of an archive lists it, in bytes. */
export type ZipEntry = {
  /** What it is called. */
  name: string;
  /** What readers call it that take every name without the mark of UTF-8 for Latin-1. */
  latinName: string;
  bytes: number;
};

/** Where an archive tells what it holds, behind all of it: its last record, which a comment may follow. */
const END_BYTES = 22;
const END_MARK = 0x06054b50;
/** The most bytes at the end of an archive among which that record lies. */
export const ZIP_TAIL_BYTES = END_BYTES + 65_535;
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;
/** The flag that says that a name is UTF-8. */
const IS_UTF8 = 0x0800;
const ASCII_END = 128;
/** The letters from there on in the code page that names are in which say nothing of themselves. */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** What an archive calls a file. Some systems write UTF-8 and do not say so: only what is none is in the old code page. */
export function zipName(letters: Uint8Array, flags: number): string {
  const isSaid = (flags & IS_UTF8) !== 0;
  try {
    return new TextDecoder('utf-8', { fatal: !isSaid }).decode(letters);
  } catch {
    return Array.from(letters, letterOf437).join('');
  }
}

/** Where the directory of an archive lies, by the last bytes of it; null where they do not say. */
export function findZipDirectory(tail: Uint8Array): { start: number; length: number } | null {
  const view = viewOf(tail);
  let end = view.byteLength - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END_MARK) {
    end -= 1;
  }
  return end < 0 ? null : { length: view.getUint32(end + 12, true), start: view.getUint32(end + 16, true) };
}

/** The files that a directory lists, as far as it can be read. */
export function readZipDirectory(directory: Uint8Array): ZipEntry[] {
  const view = viewOf(directory);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= view.byteLength && view.getUint32(at, true) === ENTRY_MARK) {
    const flags = view.getUint16(at + 8, true);
    const [nameBytes = 0, extraBytes = 0, commentBytes = 0] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    );
    const letters = directory.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const name = zipName(letters, flags);
    const latinName = (flags & IS_UTF8) === 0 ? String.fromCharCode(...letters) : name;
    entries.push({ name, latinName, bytes: view.getUint32(at + 24, true) });
    at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

/** What the files of an archive are called, by what readers call them that know Latin-1 alone. */
export function zipNamesByLatin(archive: Uint8Array): ReadonlyMap<string, string> {
  const found = findZipDirectory(archive.subarray(-ZIP_TAIL_BYTES));
  const entries = found ? readZipDirectory(archive.subarray(found.start, found.start + found.length)) : [];
  return new Map(entries.map(({ name, latinName }) => [latinName, name]));
}

function letterOf437(byte: number): string {
  return byte < ASCII_END ? String.fromCharCode(byte) : (CODE_PAGE_437[byte - ASCII_END] ?? '');
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
