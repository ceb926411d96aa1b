import { type XrMessages, xrEn } from '@diorama/shared/i18n/xr.en.ts';
import { xrEs } from '@diorama/shared/i18n/xr.es.ts';

/** The words for whoever has a scene in their room; as they are, as none of them has to be filled in. */
export type XrWords = Readonly<Record<keyof XrMessages, string>>;

/** In the language of the page. */
export function xrWords(): XrWords {
  return document.documentElement.lang === 'es' ? xrEs : xrEn;
}
