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
