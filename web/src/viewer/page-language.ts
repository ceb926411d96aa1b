import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import { type Language, type Translate, translator } from '@diorama/shared/i18n/t.ts';
import { languageOfPath } from './language.ts';

type PageMessages = Messages<'viewer-page'>;

/** Texts of the public page in one language: those of the embed, and more. */
export type PageTranslate = Translate<PageMessages>;

type Load = () => Promise<Record<keyof PageMessages, string>>;

const FILES = import.meta.glob('./*/viewer-page.ts', {
  import: 'messages',
  base: '../../../shared/src/i18n',
});

/** Fetches the texts of the page in a language, by default that of the address. */
export async function fetchPageTranslate(
  language: Language = languageOfPath(location.pathname, navigator.languages),
): Promise<PageTranslate> {
  // Every language has every file, which a test of the catalogues checks.
  const load = FILES[`./${language}/viewer-page.ts`] as Load;
  return translator<PageMessages>(language, await load());
}
