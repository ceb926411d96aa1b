import { type Translations, useTranslations } from './use-translations.ts';

/** Texts about the export and the import of a workspace; suspends until they have loaded. */
export const useTransferTranslations = (): Translations<'transfer'> => useTranslations('transfer');
