import { expect, it } from 'vitest';
import { importMessage } from '../domain/import-message.ts';
import { inEnglish, isImportMessage, parseImportMessage, translateImportMessage } from './import-messages.ts';

it('an import message is translated with its parameters unchanged', () => {
  const odd = '$1 (.+?) {count}\n\\';
  const message = importMessage('archive.further-models', { names: odd });
  expect(translateImportMessage(message, 'en')).toBe(
    `The archive contains more models, which were skipped: ${odd}.`,
  );
  expect(translateImportMessage(message, 'es')).toBe(
    `El archivo comprimido contiene más modelos, que se han omitido: ${odd}.`,
  );
});

it('an import message uses the plural form and number format of the language', () => {
  const cameras = (count: number) => importMessage('lost.cameras', { count });
  expect(inEnglish([cameras(1), cameras(2)])).toEqual([
    '1 camera, which is not imported',
    '2 cameras, which are not imported',
  ]);
  const files = importMessage('archive.too-many-files', { count: 50_000, limit: 10_000 });
  expect(translateImportMessage(files, 'es')).toContain('50.000');
});

it('importMessage returns the same object for each message without parameters', () => {
  expect(new Set([importMessage('lost.curves'), importMessage('lost.curves')]).size).toBe(1);
});

it('stored import messages of other releases cause no error', () => {
  expect(translateImportMessage({ code: 'of.another-release' }, 'es')).toBe('of.another-release');
  expect(parseImportMessage('The file could not be read.')).toBeNull();
  expect(parseImportMessage('null')).toBeNull();
  expect(parseImportMessage('{"code":"lost.curves"}')).toEqual({ code: 'lost.curves' });
  expect(['3 hidden parts', null, { code: 1 }, { code: 'lost.curves' }].map(isImportMessage)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
