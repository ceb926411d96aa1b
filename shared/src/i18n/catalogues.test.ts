import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Catalogue, LANGUAGES, type Language, splitMessage } from './t.ts';

const FOLDER = import.meta.dirname;
/** The text pages are no flat catalogue. */
const PAGES = 'prose.ts';

const filesOf = (language: Language): string[] =>
  readdirSync(join(FOLDER, language), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== PAGES)
    .sort();

async function messagesOf(language: Language, file: string): Promise<Catalogue> {
  return (await import(/* @vite-ignore */ join(FOLDER, language, file))).messages;
}

const placeholders = (message: string | undefined) =>
  splitMessage(message ?? '')
    .filter((_, index) => index % 2 === 1)
    .sort();

/** Keys without the plural forms that not every language has. */
const stems = (messages: Catalogue) =>
  [...new Set(Object.keys(messages).map((key) => key.replace(/\.(zero|two|few|many)$/, '.other')))].sort();

const [ENGLISH] = LANGUAGES;

it.each(LANGUAGES)('the catalogs in %s have the same files as in English, each with its type', (language) => {
  const files = filesOf(ENGLISH);
  expect(filesOf(language)).toEqual(files);
  const types = readFileSync(join(FOLDER, 'catalogues.ts'), 'utf8');
  expect(files.filter((file) => !types.includes(`'./en/${file}'`))).toEqual([]);
});

describe.each(LANGUAGES.flatMap((language) => filesOf(language).map((file) => ({ language, file }))))(
  'the catalog $language/$file',
  async ({ language, file }) => {
    const english = await messagesOf(ENGLISH, file);
    const messages = await messagesOf(language, file);

    it('has the keys and placeholders of the English catalog', () => {
      expect(stems(messages)).toEqual(stems(english));
      for (const [key, message] of Object.entries(messages)) {
        const original = english[key] ?? english[key.replace(/\.\w+$/, '.other')];
        expect(placeholders(message), key).toEqual(placeholders(original));
        expect(message.trim(), key).not.toBe('');
      }
    });

    it('names buttons by their visible text and capitalizes error messages', () => {
      for (const [key, message] of Object.entries(messages)) {
        // The name of "Suspend" for one account is "Suspend {name}", so that speech input finds the visible text.
        const shown = key.endsWith('.of') ? messages[key.slice(0, -'.of'.length)] : undefined;
        if (shown !== undefined && placeholders(shown).length === 0) {
          expect(message, key).toContain(shown);
        }
        if (/\.(missing|wrong|invalid|required|differ)$/.test(key)) {
          expect(message, key).toMatch(/^[\p{Lu}{¡¿«]/u);
        }
      }
    });
  },
);
