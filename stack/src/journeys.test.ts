import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from './env.ts';

const FOLDER = join(PROJECT_ROOT, 'web/e2e');
const TEXT = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\]|\\.)*\`)`;
/** Matches calls without `exact`: Playwright then matches a part of the name in any case. */
const INEXACT = [
  new RegExp(String.raw`getBy(?:Text|Label|Placeholder|Title|AltText)\(\s*${TEXT}\s*,?\s*\)`, 'g'),
  new RegExp(
    String.raw`getByRole\([^{()]*\{(?:(?!exact)[^{}])*\bname: ${TEXT}(?:(?!exact)[^{}])*\}\s*,?\s*\)`,
    'g',
  ),
];

test('a journey names what it looks for whole, so that nothing else that the page shows for a moment is taken for it', () => {
  const inexact = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      return INEXACT.flatMap((pattern) => text.match(pattern) ?? []).map((found) => `${name}: ${found}`);
    });
  expect(inexact).toEqual([]);
});
