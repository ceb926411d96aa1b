import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@diorama/shared/contract/index.ts';
import { DEFAULT_LANGUAGE } from '@diorama/shared/i18n/t.ts';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './env.ts';
import { PHRASES } from './test/plain-language.ts';

/** Names that were replaced by the terms of the field; each may be a pattern. */
const REPLACED: { names: string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'plain-language-names.json'), 'utf8'),
);
const NAMES = new RegExp(`\\b(${REPLACED.names.join('|')})\\b`);
/** Most words in a line of a comment. */
const MAX_WORDS = 24;
const COMMENT = /^\s*(\*|\/\/|\/\*\*)/;

/** Phrases that texts for people, route summaries and log messages must not contain. */
const TEXT_PHRASES = [
  /\b(whoever|whatever|whichever|somebody|nobody|anybody)\b/i,
  /\b(gives?|gave|given|giving|takes?|took|taken|taking) (\w+ )?back\b/i,
  /\b(lets?|letting) (\w+ )?in\b|\blet go on\b|\bput aside\b|\banew\b/i,
  /\bof (its|your|their|my) own\b/i,
  /\blicence/i,
  /\bsign(s|ed|ing)?[ -]in\b/i,
  / …/,
  /(colour|centre|favourite|behaviour|neighbour|jewell|cancelled|cancelling|\bgrey|\bmetres?\b)/i,
  /(author|categor|custom|initial|local|minim|maxim|normal|optim|organ|recogn|serial|summar|synchron|visual)is(e|ing|ation)/i,
];
const ENGLISH = join(PROJECT_ROOT, 'shared/src/i18n', DEFAULT_LANGUAGE);
/** A log call with its message as the last argument. */
const LOG_MESSAGE = /logger\.(?:debug|info|warn|error|fatal)\((?:[^'"`]|\{[^}]*\})*?(['"`])(.+?)\1,?\s*\)/gis;

function isPlain(line: string): boolean {
  if (NAMES.test(line)) {
    return false;
  }
  return (
    !COMMENT.test(line) ||
    (!PHRASES.some((phrase) => phrase.test(line)) && line.split(/\s+/).length <= MAX_WORDS)
  );
}

it('the code uses field terms and plain English', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
    .split('\n')
    .filter((path) => path !== '' && path !== 'stack/src/test/plain-language.ts');
  const broken = files.flatMap((path) =>
    readFileSync(join(PROJECT_ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (isPlain(line) ? [] : `${path}:${at + 1} ${line}`)),
  );
  expect(broken).toEqual([]);
});

/** A title of a test or of a group of tests. */
const TITLE = /^\s*(?:(?:it|test|describe)\b.*?|[\])}])\(\s*(['"`])(.+?)\1\s*,/;

it('titles of tests are in plain English', () => {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  const titles = files
    .split('\n')
    .filter((path) => path !== '')
    .flatMap((path) => readFileSync(join(PROJECT_ROOT, path), 'utf8').split('\n'))
    .flatMap((line) => TITLE.exec(line)?.[2] ?? []);
  expect(titles.length).toBeGreaterThan(4_000);
  const phrases = [...PHRASES, ...TEXT_PHRASES];
  expect(titles.filter((title) => phrases.some((phrase) => phrase.test(title)))).toEqual([]);
});

/** All texts below a value, without the names of their parameters. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value.replaceAll(/\{\w+\}/g, '{}')];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const unplain = (texts: string[]) => texts.filter((text) => TEXT_PHRASES.some((phrase) => phrase.test(text)));

it('English texts for users are plain product English', async () => {
  const files = readdirSync(ENGLISH, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const catalogues = await Promise.all(files.map((file) => import(/* @vite-ignore */ join(ENGLISH, file))));
  const texts = catalogues.flatMap((catalogue) => textsOf(catalogue.messages));
  expect(texts.length).toBeGreaterThan(2_000);
  expect(unplain(texts)).toEqual([]);
});

it('summaries of routes and log messages are plain technical English', () => {
  const summaries = Object.values(routes).map((route) => route.summary);
  expect(summaries.length).toBeGreaterThan(150);
  expect(unplain(summaries)).toEqual([]);
  const sources = execFileSync('git', ['ls-files', '*/src/*.ts', ':!*.test.ts'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
    .trim()
    .split('\n');
  const messages = sources.flatMap((path) =>
    [...readFileSync(join(PROJECT_ROOT, path), 'utf8').matchAll(LOG_MESSAGE)].map(
      ([, , message]) => message ?? '',
    ),
  );
  expect(messages.length).toBeGreaterThan(100);
  expect(unplain(messages)).toEqual([]);
});
