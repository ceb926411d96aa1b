/**
 * What a file is called beside others, without its folders, however the name is written: in any case, with its marks as
 * letters of their own, as some systems pack them, or escaped, as addresses have it.
 */
export function bareName(path: string): string {
  return foldName(shownName(path));
}

/** What a person calls a file that a path or an address leads to. */
export function shownName(path: string): string {
  return namesOnTheWay(path).at(-1) ?? '';
}

/** The folders that a path or an address leads through, and the file at its end. */
export function namesOnTheWay(path: string): string[] {
  return decodeSafely(path).split(/[\\/]/);
}

/** A name in the form in which names of one file are the same, whichever system wrote them. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** A name that is escaped as addresses are; any other stays as it is. */
export function decodeSafely(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
