import type { INTER_FILES } from '@diorama/shared/scene/nodes/text/inter.ts';
import cyrillic from '@fontsource/inter/files/inter-cyrillic-400-normal.woff?url';
import cyrillicExt from '@fontsource/inter/files/inter-cyrillic-ext-400-normal.woff?url';
import greek from '@fontsource/inter/files/inter-greek-400-normal.woff?url';
import greekExt from '@fontsource/inter/files/inter-greek-ext-400-normal.woff?url';
import latin from '@fontsource/inter/files/inter-latin-400-normal.woff?url';
import latinExt from '@fontsource/inter/files/inter-latin-ext-400-normal.woff?url';
import vietnamese from '@fontsource/inter/files/inter-vietnamese-400-normal.woff?url';

const URLS: Readonly<Record<(typeof INTER_FILES)[number], string>> = {
  'inter-latin-400-normal.woff': latin,
  'inter-latin-ext-400-normal.woff': latinExt,
  'inter-cyrillic-400-normal.woff': cyrillic,
  'inter-cyrillic-ext-400-normal.woff': cyrillicExt,
  'inter-greek-400-normal.woff': greek,
  'inter-greek-ext-400-normal.woff': greekExt,
  'inter-vietnamese-400-normal.woff': vietnamese,
};

/** Address of a bundled font file. @throws for an unknown name */
export function typefaceUrl(name: string): string {
  const url = Object.entries(URLS).find(([file]) => file === name)?.[1];
  if (url === undefined) {
    throw new Error(`There is no typeface ${name}`);
  }
  return url;
}
