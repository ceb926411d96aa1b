import { importSentencesEs } from './import-sentences.es.ts';
import { type Language, splitMessage } from './t.ts';

type Pattern = { matches: RegExp; names: string[]; translation: string };

const WHOLE: ReadonlyMap<string, string> = new Map(Object.entries(importSentencesEs));
/** Messages with placeholders; the first match counts. */
const PATTERNS: readonly Pattern[] = Object.entries(importSentencesEs)
  .filter(([sentence]) => sentence.includes('{'))
  .map(([sentence, translation]) => toPattern(sentence, translation));

/**
 * Translates an import message. Workers write messages in English, long before a user reads them.
 * Untranslated messages, such as file names, are returned unchanged.
 */
export function translateImportSentence(sentence: string, language: Language): string {
  return language === 'en' ? sentence : (WHOLE.get(sentence) ?? fillPattern(sentence) ?? sentence);
}

function fillPattern(sentence: string): string | null {
  for (const { matches, names, translation } of PATTERNS) {
    const found = matches.exec(sentence);
    if (found) {
      const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
      return splitMessage(translation)
        .map((part, index) => (index % 2 === 0 ? part : (values.get(part) ?? '')))
        .join('');
    }
  }
  return null;
}

function toPattern(sentence: string, translation: string): Pattern {
  const parts = splitMessage(sentence);
  const source = parts.map((part, index) => (index % 2 === 0 ? RegExp.escape(part) : '(.+?)')).join('');
  return {
    matches: new RegExp(`^${source}$`, 's'),
    names: parts.filter((_, index) => index % 2 === 1),
    translation,
  };
}
