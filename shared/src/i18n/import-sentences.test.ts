import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lostPicturesOf } from '../domain/report-lines.ts';
import { importSentencesEs } from './import-sentences.es.ts';
import { translateImportSentence } from './import-sentences.ts';
import { splitMessage } from './t.ts';

const ROOT = join(import.meta.dirname, '../../..');
const IMPORTERS = ['worker-assets/src/import', 'worker-assets/src/jobs', 'web/src/stage'];
/** Source patterns that start a user-visible message: an error about a file, or a line of its report. */
const SAID =
  /(?:new ImportError\(\s*'[a-z.-]+',|new RefusedError\(|repairs\.add\(|damaged\(|\.(?:converted|resized|merged|dropped|warnings)\.push\(|message:|memory:|time:|crash:|drawing:|crash: \(\) =>|memory: \(used, limit\) =>|time: \(used, limit\) =>|TOO_LARGE =|detail =|MORPHS =|lost\.add\(|unlessCut\(files,)\s*(?:'((?:[^'\\]|\\.)+)'|`((?:[^`\\]|\\.)+)`)/g;
const FILLED = /\$\{[^}]*\}/g;
/** Assembled from messages that are listed separately. */
const MADE_UP = new Set(['77.']);

/** All messages of the importers, with a placeholder for each variable part. */
function listSaid(): string[] {
  return IMPORTERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .flatMap((name) => [...readFileSync(join(ROOT, folder, name), 'utf8').matchAll(SAID)])
      .map(([, plain, template]) => plain ?? (template ?? '').replace(FILLED, '7')),
  )
    .concat(lostPicturesOf('7'), lostPicturesOf(''))
    .filter((sentence) => !MADE_UP.has(sentence));
}

describe('what imports say of a file', () => {
  it('is translated, all of it', () => {
    const said = listSaid();
    expect(said.length).toBeGreaterThan(50);
    expect(said.filter((sentence) => translateImportSentence(sentence, 'es') === sentence)).toEqual([]);
  });

  it('keeps what differs from file to file', () => {
    for (const [sentence, translation] of Object.entries(importSentencesEs)) {
      const fill = (message: string) =>
        splitMessage(message)
          .map((part, index) => (index % 2 === 0 ? part : `<${part}>`))
          .join('');
      expect(translateImportSentence(fill(sentence), 'es')).toBe(fill(translation));
      expect(translateImportSentence(fill(sentence), 'en')).toBe(fill(sentence));
    }
  });

  it('stays as it is where nobody has translated it', () => {
    expect(translateImportSentence('wood.png', 'es')).toBe('wood.png');
    expect(translateImportSentence('', 'es')).toBe('');
  });

  it('takes names that hold marks of patterns as they are', () => {
    const odd = '$1 (.+?) {count}\n\\';
    expect(
      translateImportSentence(`The archive holds further models, which were left out: ${odd}.`, 'es'),
    ).toBe(`El archivo comprimido contiene más modelos, que se han dejado fuera: ${odd}.`);
  });
});
