/**
 * What a file is called beside others, without its folders, however the name is written: in any case, with its marks as
 * letters of their own, as some systems pack them, or escaped, as addresses have it.
 */
export function bareName(path: string): string {
  return (decodeSafely(path).split(/[\\/]/).at(-1) ?? '').normalize('NFC').toLowerCase();
}

/** A name that is escaped as addresses are; any other stays as it is. */
export function decodeSafely(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
