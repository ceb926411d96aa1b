import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import { PROJECT_ROOT } from '../env.ts';
import { distortTexts } from './distort-texts.ts';

/** Code of the pseudo-language: private use, so that no browser asks for it. */
export const PSEUDO = 'xx';

const [ENGLISH, SECOND] = LANGUAGES;

/** Files of the English texts, relative to the folder of the language. */
export function englishFiles(): string[] {
  return readdirSync(join(PROJECT_ROOT, 'shared/src/i18n', ENGLISH), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort();
}

/** Adds the pseudo-language to a copy of the product: a folder, and a code in the list of languages. */
export async function addPseudoLanguage(i18n: string): Promise<void> {
  for (const file of englishFiles()) {
    const { messages } = await import(join(PROJECT_ROOT, 'shared/src/i18n', ENGLISH, file));
    const target = join(i18n, PSEUDO, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `export const messages = ${JSON.stringify(distortTexts(messages), null, 2)};\n`);
  }
  const list = join(i18n, 't.ts');
  const before = readFileSync(list, 'utf8');
  const after = before.replace(`'${SECOND}']`, `'${SECOND}', '${PSEUDO}']`);
  if (after === before) {
    throw new Error('The list of languages was not found');
  }
  writeFileSync(list, after);
}
