import { createRequire } from 'node:module';
import type { FontSeed } from './seed.ts';

const { resolve } = createRequire(import.meta.url);

type Face = Pick<FontSeed, 'key' | 'name' | 'tags'> & { es?: string; weight: number; author: string };

/** A typeface from its package, with the characters of western European languages. */
function face({ weight, author, es, ...said }: Face): FontSeed {
  const family = said.key;
  return {
    ...said,
    es: es ?? said.name,
    file: resolve(`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff2`),
    credit: { author, licence: 'OFL 1.1', url: `https://fontsource.org/fonts/${family}` },
  };
}

/**
 * Typefaces: serif, sans-serif, condensed, monospaced and handwritten. Their licences allow free use
 * and distribution.
 */
export const fonts: readonly FontSeed[] = [
  face({
    key: 'playfair-display',
    name: 'Playfair Display',
    weight: 700,
    author: 'The Playfair Project Authors',
    tags: ['serif', 'display'],
  }),
  face({
    key: 'lora',
    name: 'Lora',
    weight: 600,
    author: 'The Lora Project Authors',
    tags: ['serif'],
  }),
  face({
    key: 'poppins',
    name: 'Poppins',
    weight: 600,
    author: 'The Poppins Project Authors',
    tags: ['sans'],
  }),
  face({
    key: 'oswald',
    name: 'Oswald',
    weight: 600,
    author: 'The Oswald Project Authors',
    tags: ['sans', 'narrow'],
  }),
  face({
    key: 'bebas-neue',
    name: 'Bebas Neue',
    weight: 400,
    author: 'The Bebas Neue Project Authors',
    tags: ['sans', 'narrow', 'display'],
  }),
  face({
    key: 'jetbrains-mono',
    name: 'JetBrains Mono',
    weight: 700,
    author: 'The JetBrains Mono Project Authors',
    tags: ['mono'],
  }),
  face({
    key: 'pacifico',
    name: 'Pacifico',
    weight: 400,
    author: 'The Pacifico Project Authors',
    tags: ['script', 'display'],
  }),
  face({
    key: 'caveat',
    name: 'Caveat',
    weight: 700,
    author: 'The Caveat Project Authors',
    tags: ['script', 'handwriting'],
  }),
];
