/**
 * The files that together are Inter, by what they are called in its package, the most usual letters first. Each is a WOFF
 * file; a loader fetches all of them when the first text without a font of its own is drawn.
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

/** Letters up to here are in the first file. */
const LAST_LATIN = 0xff;

/** The files that a text needs: nearly always the first alone. */
export function interFilesFor(text: string): readonly string[] {
  const isLatin = [...text].every((letter) => (letter.codePointAt(0) ?? 0) <= LAST_LATIN);
  return isLatin ? INTER_FILES.slice(0, 1) : INTER_FILES;
}
