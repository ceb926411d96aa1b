/**
 * File name without folders, for comparison with other names. Case, decomposed accents and percent-encoding
 * do not matter.
 */
export function bareName(path: string): string {
  return foldName(shownName(path));
}

/** Display name of the file that a path or an address refers to. */
export function shownName(path: string): string {
  return namesOnTheWay(path).at(-1) ?? '';
}

/** Folders of a path or an address, and the file at its end. */
export function namesOnTheWay(path: string): string[] {
  return decodeSafely(path).split(/[\\/]/);
}

/** Normalised name, so that names of one file are equal on every operating system. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Decodes a percent-encoded name; returns any other name as it is. */
export function decodeSafely(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
