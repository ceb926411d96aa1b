import {
  chooseLanguage,
  isLanguage,
  type Language,
  type Translate,
  translator,
} from '@diorama/shared/i18n/t.ts';
import { type ViewerMessages, viewerEn } from '@diorama/shared/i18n/viewer.en.ts';
import { viewerEs } from '@diorama/shared/i18n/viewer.es.ts';

/** The words of this surface in one language. */
export type Words = Translate<ViewerMessages>;

/** The language of the address (`/es/view/…`), else the first of the browser's that Diorama speaks. */
export function languageOf(path: string, wishes: readonly string[]): Language {
  const prefix = path.split('/')[1];
  return isLanguage(prefix) ? prefix : chooseLanguage(wishes);
}

/** The words of a language. */
export function wordsOf(language: Language): Words {
  return translator<ViewerMessages>(language, language === 'es' ? viewerEs : viewerEn);
}
