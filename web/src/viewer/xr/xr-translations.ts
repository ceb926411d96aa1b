import { type XrMessages, xrEn } from '@diorama/shared/i18n/xr.en.ts';
import { xrEs } from '@diorama/shared/i18n/xr.es.ts';

/** Texts of an AR session as plain strings, because none has placeholders. */
export type XrTranslations = Readonly<Record<keyof XrMessages, string>>;

/** Texts in the language of the page. */
export function xrTranslations(): XrTranslations {
  return document.documentElement.lang === 'es' ? xrEs : xrEn;
}
