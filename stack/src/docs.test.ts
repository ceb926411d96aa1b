import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './env.ts';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md', ...pagesIn('docs')];
const LINK = /\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g;
/** Names of sources that begin in a folder of the root. */
const SOURCE = /`((?:shared|gateway|worker-\w+|web|stack|bench|docs)\/[\w./-]+)`/g;

function pagesIn(folder: string): string[] {
  return readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `${folder}/${path}`);
}

it.each(PAGES)('%s names only files that exist', (page) => {
  const text = readFileSync(join(PROJECT_ROOT, page), 'utf8');
  const links = Array.from(text.matchAll(LINK), ([, path = '']) => join(dirname(page), path));
  const sources = Array.from(text.matchAll(SOURCE), ([, path = '']) => path);
  const missing = [...links, ...sources].filter((path) => !existsSync(join(PROJECT_ROOT, path)));
  expect(missing).toEqual([]);
});
