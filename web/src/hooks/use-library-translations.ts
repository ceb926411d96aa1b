import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { type Translations, useTranslations } from './use-translations.ts';

/** Texts about the library; suspends until they have loaded. */
export const useLibraryTranslations = (): Translations<'library'> => useTranslations('library');

/** Text of an empty shelf. */
export function emptyText(
  t: Translations<'library'>['t'],
  { shelf, isMine }: { shelf: LibraryShelf; isMine: boolean },
): string {
  if (!isMine && shelf === 'sounds') {
    return t('library.empty.sounds.shared');
  }
  return t(isMine ? `library.empty.${shelf}.text` : 'library.empty.shared.text');
}
