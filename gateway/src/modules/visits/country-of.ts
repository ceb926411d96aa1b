import { isCountry } from '@diorama/shared/domain/countries.ts';

/** Length limit of the parsed header. */
const MAX_CHARACTERS = 200;

/** The country of a browser's first language with one, `MX` of `es-MX,es;q=0.9`; empty without any. */
export function countryOf(acceptLanguage: string): string {
  const tags = acceptLanguage.slice(0, MAX_CHARACTERS).split(',');
  for (const tag of tags) {
    const country = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?![a-z0-9])/i.exec(tag)?.[1]?.toUpperCase();
    if (country && isCountry(country)) {
      return country;
    }
  }
  return '';
}
