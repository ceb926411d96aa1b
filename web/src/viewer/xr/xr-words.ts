import { isLanguage, type Translate, translator } from '@diorama/shared/i18n/t.ts';
import { type XrMessages, xrEn } from '@diorama/shared/i18n/xr.en.ts';
import { xrEs } from '@diorama/shared/i18n/xr.es.ts';

/** The words for whoever has a scene in their room. */
export type XrWords = Translate<XrMessages>;

/** In the language of the page. */
export function xrWords(): XrWords {
  const { lang } = document.documentElement;
  const language = isLanguage(lang) ? lang : 'en';
  return translator<XrMessages>(language, language === 'es' ? xrEs : xrEn);
}
