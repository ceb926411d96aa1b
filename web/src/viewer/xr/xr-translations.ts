import type { Messages } from '@diorama/shared/i18n/catalogues.ts';

/** Texts of an AR session as plain strings, because none has placeholders. */
export type XrTranslations = Readonly<Record<keyof Messages<'viewer/xr'>, string>>;

// Every language at once, as a session begins in the task of a tap.
const FILES = import.meta.glob('./*/viewer/xr.ts', {
  import: 'messages',
  base: '../../../../shared/src/i18n',
  eager: true,
});

/** Texts in the language of the page. */
export function xrTranslations(): XrTranslations {
  // Every language has every file, which a test of the catalogues checks.
  return FILES[`./${document.documentElement.lang}/viewer/xr.ts`] as XrTranslations;
}
