import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Lines that break the rules, by file; the file may only shrink. */
const ALLOWANCE = join(import.meta.dirname, 'plain-language-allowance.json');

function isPlain(line: string): boolean {
  if (NAMES.test(line)) {
    return false;
  }
  return (
    !COMMENT.test(line) ||
    (!PHRASES.some((phrase) => phrase.test(line)) && line.split(/\s+/).length <= MAX_WORDS)
  );
}

it('uses the terms of the field and plain English, but for lines that are known', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
    .split('\n')
    .filter((path) => path !== '' && path !== 'stack/src/test/plain-language.ts');
  const broken = new Map<string, number>();
  for (const path of files) {
    const lines = readFileSync(join(PROJECT_ROOT, path), 'utf8').split('\n');
    const count = lines.filter((line) => !isPlain(line)).length;
    if (count > 0) {
      broken.set(path, count);
    }
  }
  const allowance: Record<string, number> = JSON.parse(readFileSync(ALLOWANCE, 'utf8'));
  if (process.env.LOWER_ALLOWANCE === '1') {
    const lowered = Object.entries(allowance).map(([path, count]) => [
      path,
      Math.min(count, broken.get(path) ?? 0),
    ]);
    writeFileSync(
      ALLOWANCE,
      `${JSON.stringify(Object.fromEntries(lowered.filter(([, count]) => count !== 0)), null, 2)}\n`,
    );
  }
  expect(Object.fromEntries(broken), 'rewrite the line, or run this test with LOWER_ALLOWANCE=1').toEqual(
    allowance,
  );
});
