import {
  chooseLanguage,
  isLanguage,
  type Language,
  type Translate,
  translator,
} from '@diorama/shared/i18n/t.ts';
import type { ViewerMessages } from '@diorama/shared/i18n/viewer.en.ts';

/** Texts of this surface in one language. */
export type ViewerTranslate = Translate<ViewerMessages>;

/** Language of the address (`/es/view/…`), else the first supported one of the browser's. */
export function languageOf(path: string, wishes: readonly string[]): Language {
  const prefix = path.split('/')[1];
  return isLanguage(prefix) ? prefix : chooseLanguage(wishes);
}

/** Fetches the texts of one language only. */
export async function fetchTranslate(language: Language): Promise<ViewerTranslate> {
  return translator<ViewerMessages>(
    language,
    language === 'es'
      ? (await import('@diorama/shared/i18n/viewer.es.ts')).viewerEs
      : (await import('@diorama/shared/i18n/viewer.en.ts')).viewerEn,
  );
}
