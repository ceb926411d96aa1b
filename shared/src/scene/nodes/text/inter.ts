/**
 * Files of the Inter typeface by their names in its package, the most common characters first. Each is a WOFF
 * file; a loader fetches all of them when the first text without another font is drawn.
 */
export const INTER_FILES = [
  'inter-latin-400-normal.woff',
  'inter-latin-ext-400-normal.woff',
  'inter-cyrillic-400-normal.woff',
  'inter-cyrillic-ext-400-normal.woff',
  'inter-greek-400-normal.woff',
  'inter-greek-ext-400-normal.woff',
  'inter-vietnamese-400-normal.woff',
] as const;

/** Last character in the first file. */
const LAST_LATIN = 0xff;

/** Files that a text needs: usually only the first. */
export function interFilesFor(text: string): readonly string[] {
  const isLatin = [...text].every((letter) => (letter.codePointAt(0) ?? 0) <= LAST_LATIN);
  return isLatin ? INTER_FILES.slice(0, 1) : INTER_FILES;
}
