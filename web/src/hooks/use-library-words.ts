import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import type { libraryEn } from '@diorama/shared/i18n/library.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

/** Texts of the library. */
export const libraryArea = defineArea<typeof libraryEn>({
  en: async () => (await import('@diorama/shared/i18n/library.en.ts')).libraryEn,
  es: async () => (await import('@diorama/shared/i18n/library.es.ts')).libraryEs,
});

/** Texts about the library; suspends until they have loaded. */
export const useLibraryWords = (): AreaWords<typeof libraryEn> => useAreaWords(libraryArea);

/** Text of an empty shelf. */
export function emptyText(
  t: AreaWords<typeof libraryEn>['t'],
  { shelf, isMine }: { shelf: LibraryShelf; isMine: boolean },
): string {
  return t(isMine ? `library.empty.${shelf}.text` : 'library.empty.shared.text');
}
