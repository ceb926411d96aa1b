import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import {
  chooseLanguage,
  isLanguage,
  type Language,
  type Translate,
  translator,
} from '@diorama/shared/i18n/t.ts';

/** Texts of this surface in one language. */
export type ViewerTranslate = Translate<Messages<'viewer'>>;

type Load = () => Promise<Record<keyof Messages<'viewer'>, string>>;

const FILES = import.meta.glob('./*/viewer.ts', { import: 'messages', base: '../../../shared/src/i18n' });

/** Language of the address (`/es/view/…`), else the first supported one of the browser's. */
export function languageOfPath(path: string, preferred: readonly string[]): Language {
  const prefix = path.split('/')[1];
  return isLanguage(prefix) ? prefix : chooseLanguage(preferred);
}

/** Fetches the texts of one language only. */
export async function fetchTranslate(language: Language): Promise<ViewerTranslate> {
  // Every language has every file, which a test of the catalogues checks.
  const load = FILES[`./${language}/viewer.ts`] as Load;
  return translator<Messages<'viewer'>>(language, await load());
}
