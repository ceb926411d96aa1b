/**
 * File name without folders, for comparison with other names. Case, decomposed accents and percent-encoding
 * do not matter.
 */
export function normalizedFileName(path: string): string {
  return normalizeName(readableFileName(path));
}

/** Display name of the file that a path or an address refers to. */
export function readableFileName(path: string): string {
  return pathSegments(path).at(-1) ?? '';
}

/** Folders of a path or an address, and the file at its end. */
export function pathSegments(path: string): string[] {
  return decodeSafely(path).split(/[\\/]/);
}

/** Normalised name, so that names of one file are equal on every operating system. */
export function normalizeName(name: string): string {
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
