import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from './env.ts';

const FOLDER = join(PROJECT_ROOT, 'web/e2e');
const TEXT = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\]|\\.)*\`)`;
/** Locators with a text. Playwright matches substrings without case unless `exact` is set. */
const INEXACT = [
  new RegExp(String.raw`getBy(?:Text|Label|Placeholder|Title|AltText)\(\s*${TEXT}\s*,?\s*\)`, 'g'),
  new RegExp(
    String.raw`getByRole\([^{()]*\{(?:(?!exact)[^{}])*\bname: ${TEXT}(?:(?!exact)[^{}])*\}\s*,?\s*\)`,
    'g',
  ),
];

test('a journey uses exact names for the elements that it looks for', () => {
  const inexact = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      return INEXACT.flatMap((pattern) => text.match(pattern) ?? []).map((found) => `${name}: ${found}`);
    });
  expect(inexact).toEqual([]);
});
