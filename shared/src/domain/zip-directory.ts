/** Entry in the central directory of an archive; sizes in bytes. */
export type ZipEntry = {
  /** File name. */
  name: string;
  /** File name as readers see it that decode every name without the UTF-8 flag as Latin-1. */
  latinName: string;
  bytes: number;
};

/** End of central directory record at the end of an archive, which a comment may follow. */
const END_BYTES = 22;
const END_MARK = 0x06054b50;
/** Maximum distance of that record from the end of the archive, in bytes. */
export const ZIP_TAIL_BYTES = END_BYTES + 65_535;
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;
/** Flag of a UTF-8 name. */
const IS_UTF8 = 0x0800;
const ASCII_END = 128;
/** Characters of code page 437 from 128 on, the encoding of names without the UTF-8 flag. */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * Decodes an entry's name. Some systems write UTF-8 without the flag; only invalid UTF-8 is decoded as code
 * page 437.
 */
export function zipName(letters: Uint8Array, flags: number): string {
  const isUtf8 = (flags & IS_UTF8) !== 0;
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(letters);
  } catch {
    return Array.from(letters, letterOf437).join('');
  }
}

/** Position of the central directory, from the last bytes of an archive; null where no record is found. */
export function findZipDirectory(tail: Uint8Array): { start: number; length: number } | null {
  const view = viewOf(tail);
  let end = view.byteLength - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END_MARK) {
    end -= 1;
  }
  return end < 0 ? null : { length: view.getUint32(end + 12, true), start: view.getUint32(end + 16, true) };
}

/** Entries of a central directory, as far as it is readable. */
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

/** Decoded entry names by the names that Latin-1 readers see. */
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
