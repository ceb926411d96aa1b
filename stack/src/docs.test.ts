import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from './env.ts';
import { linesWithPhrases, proseOf, sentencesOf, wordsOf } from './test/plain-language.ts';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md', ...pagesIn('docs')];
const LINK = /\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g;
/** Names of sources that begin in a folder of the root. */
const SOURCE = /`((?:shared|gateway|worker-\w+|web|stack|bench|docs)\/[\w./-]+)`/g;
/** Names of sources by the end of their path; `*` and `<kind>` stand for any name. */
const SOURCE_NAME = /`([\w./<>*-]+\.(?:ts|tsx|mjs|css))`/g;
/** Most words of a sentence, and of all sentences of a page on average. */
const MAX_WORDS = 40;
const MAX_AVERAGE = 20;
/** Most words of a cell of a table. */
const MAX_CELL = 50;

const files = execFileSync('git', ['ls-files'], {
  cwd: PROJECT_ROOT,
  encoding: 'utf8',
  maxBuffer: 100_000_000,
});

function pagesIn(folder: string): string[] {
  return readdirSync(join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `${folder}/${path}`);
}

function hasSource(name: string): boolean {
  const path = name.replaceAll('.', '\\.').replaceAll(/\*|<\w+>/g, '[^/\n]+');
  return new RegExp(`(?:^|/)${path}$`, 'm').test(files);
}

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(PROJECT_ROOT, page), 'utf8');

  it('names only files that exist', () => {
    const links = Array.from(text.matchAll(LINK), ([, path = '']) => join(dirname(page), path));
    const sources = Array.from(text.matchAll(SOURCE), ([, path = '']) => path);
    const missing = [...links, ...sources].filter((path) => !existsSync(join(PROJECT_ROOT, path)));
    const names = Array.from(text.matchAll(SOURCE_NAME), ([, name = '']) => name);
    expect([...missing, ...names.filter((name) => !hasSource(name))]).toEqual([]);
  });

  it('has short sentences', () => {
    const { sentences, cells } = proseOf(text);
    const words = sentences.map(wordsOf).reduce((sum, count) => sum + count, 0);
    const all = [...sentences, ...cells.flatMap(sentencesOf)];
    expect(all.filter((sentence) => wordsOf(sentence) > MAX_WORDS)).toEqual([]);
    expect(words / Math.max(1, sentences.length)).toBeLessThanOrEqual(MAX_AVERAGE);
    expect(cells.filter((cell) => wordsOf(cell) > MAX_CELL)).toEqual([]);
  });

  it('has none of the phrases to avoid', () => {
    expect(linesWithPhrases(text)).toEqual([]);
  });
});

describe.each(PAGES.filter((page) => /decisions\/\d/.test(page)))('%s', (page) => {
  it('has the form of a decision, and is listed', () => {
    const text = readFileSync(join(PROJECT_ROOT, page), 'utf8');
    const title = /^# (?!\d)(.+)\n\n\d{4}-\d\d-\d\d\n/.exec(text)?.[1];
    const headings = Array.from(text.matchAll(/^## (Context|Decision|Consequences)$/gm), ([, name]) => name);
    expect(headings).toEqual(['Context', 'Decision', 'Consequences']);
    const list = readFileSync(join(PROJECT_ROOT, 'docs/decisions/README.md'), 'utf8');
    expect(list).toContain(`(${page.split('/').at(-1)}) | ${title} |`);
  });
});
