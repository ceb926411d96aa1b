import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import type { libraryEn } from '@diorama/shared/i18n/library.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

/** Texts of the library. */
export const libraryNamespace = defineNamespace<typeof libraryEn>({
  en: async () => (await import('@diorama/shared/i18n/library.en.ts')).libraryEn,
  es: async () => (await import('@diorama/shared/i18n/library.es.ts')).libraryEs,
});

/** Texts about the library; suspends until they have loaded. */
export const useLibraryTranslations = (): Translations<typeof libraryEn> => useTranslations(libraryNamespace);

/** Text of an empty shelf. */
export function emptyText(
  t: Translations<typeof libraryEn>['t'],
  { shelf, isMine }: { shelf: LibraryShelf; isMine: boolean },
): string {
  return t(isMine ? `library.empty.${shelf}.text` : 'library.empty.shared.text');
}
