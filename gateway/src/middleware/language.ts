import { isLanguage, LANGUAGES, type Language } from '@diorama/shared/i18n/t.ts';

/** The first supported language of an `Accept-Language` header. */
export function languageOfHeader(header: string): Language {
  for (const part of header.split(',')) {
    const short = part.trim().slice(0, 2).toLowerCase();
    if (isLanguage(short)) {
      return short;
    }
  }
  return LANGUAGES[0];
}
