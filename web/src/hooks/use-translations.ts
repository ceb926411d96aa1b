import type { PageNamespace } from '@diorama/shared/i18n/catalogues.ts';
import { use } from 'react';
import { fetchTranslations, type Translations } from './namespaces.ts';
import { useLanguage } from './use-language.tsx';

export type { Translations } from './namespaces.ts';

/** Texts of a namespace in the language of the page; suspends until they have loaded. */
export function useTranslations<Name extends PageNamespace>(name: Name): Translations<Name> {
  return use(fetchTranslations(name, useLanguage()));
}
