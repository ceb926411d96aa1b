import { describe, expect, it } from 'vitest';
import { accountEn } from './account.en.ts';
import { accountEs } from './account.es.ts';
import { commentsEn } from './comments.en.ts';
import { commentsEs } from './comments.es.ts';
import { editorEn } from './editor.en.ts';
import { editorEs } from './editor.es.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { helpEn } from './help.en.ts';
import { helpEs } from './help.es.ts';
import { hintsEn } from './hints.en.ts';
import { hintsEs } from './hints.es.ts';
import { historyEn } from './history.en.ts';
import { historyEs } from './history.es.ts';
import { importMessagesEn } from './import-messages.en.ts';
import { importMessagesEs } from './import-messages.es.ts';
import { importReportEn } from './import-report.en.ts';
import { importReportEs } from './import-report.es.ts';
import { libraryEn } from './library.en.ts';
import { libraryEs } from './library.es.ts';
import { libraryCategoriesEn } from './library-categories.en.ts';
import { libraryCategoriesEs } from './library-categories.es.ts';
import { linkPreviewEn } from './link-preview.en.ts';
import { linkPreviewEs } from './link-preview.es.ts';
import { operatorsEn } from './operators.en.ts';
import { operatorsEs } from './operators.es.ts';
import { payEn } from './pay.en.ts';
import { payEs } from './pay.es.ts';
import { peopleEn } from './people.en.ts';
import { peopleEs } from './people.es.ts';
import { reimagineEn } from './reimagine.en.ts';
import { reimagineEs } from './reimagine.es.ts';
import { sceneEn } from './scene.en.ts';
import { sceneEs } from './scene.es.ts';
import { sceneSectionsEn } from './scene-sections.en.ts';
import { sceneSectionsEs } from './scene-sections.es.ts';
import { sharingEn } from './sharing.en.ts';
import { sharingEs } from './sharing.es.ts';
import { storageEn } from './storage.en.ts';
import { storageEs } from './storage.es.ts';
import { splitMessage } from './t.ts';
import { transferEn } from './transfer.en.ts';
import { transferEs } from './transfer.es.ts';
import { visitsEn } from './visits.en.ts';
import { visitsEs } from './visits.es.ts';
import { xrEn } from './xr.en.ts';
import { xrEs } from './xr.es.ts';

const placeholders = (message: string) =>
  splitMessage(message)
    .filter((_, index) => index % 2 === 1)
    .sort();

describe.each([
  ['words', en, es],
  ['scene', sceneEn, sceneEs],
  ['editor', editorEn, editorEs],
  ['sections of a scene', sceneSectionsEn, sceneSectionsEs],
  ['help', helpEn, helpEs],
  ['hints', hintsEn, hintsEs],
  ['steps', historyEn, historyEs],
  ['what an import did', importReportEn, importReportEs],
  ['messages of imports', importMessagesEn, importMessagesEs],
  ['re-imagining', reimagineEn, reimagineEs],
  ['comments', commentsEn, commentsEs],
  ['library', libraryEn, libraryEs],
  ['library categories', libraryCategoriesEn, libraryCategoriesEs],
  ['link previews', linkPreviewEn, linkPreviewEs],
  ['operators', operatorsEn, operatorsEs],
  ['paying', payEn, payEs],
  ['people', peopleEn, peopleEs],
  ['transfers', transferEn, transferEs],
  ['account', accountEn, accountEs],
  ['sharing', sharingEn, sharingEs],
  ['visits', visitsEn, visitsEs],
  ['a room', xrEn, xrEs],
  ['storage', storageEn, storageEs],
] as const)('the catalogue of %s', (_, english, spanish) => {
  const spanishMessages: Record<string, string> = spanish;

  it('has the same keys in both languages', () => {
    expect(Object.keys(spanish).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(Object.entries(english))('says %s with the same placeholders', (key, message) => {
    expect(placeholders(spanishMessages[key] ?? '')).toEqual(placeholders(message));
    expect(spanishMessages[key]?.trim()).toBeTruthy();
  });

  it.each([
    ['English', Object.entries<string>(english)],
    ['Spanish', Object.entries(spanishMessages)],
  ])('names buttons by what they show and begins errors with a capital in %s', (_, messages) => {
    const textOf = new Map(messages);
    for (const [key, message] of messages) {
      // The name of "Suspend" for one account is "Suspend {name}", so that speech input finds the visible text.
      const shown = key.endsWith('.of') ? textOf.get(key.slice(0, -'.of'.length)) : undefined;
      if (shown !== undefined && placeholders(shown).length === 0) {
        expect(message, key).toContain(shown);
      }
      if (/\.(missing|wrong|invalid|required|differ)$/.test(key)) {
        expect(message, key).toMatch(/^[\p{Lu}{¡¿«]/u);
      }
    }
  });
});
