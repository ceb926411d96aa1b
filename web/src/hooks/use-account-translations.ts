import { type Translations, useTranslations } from './use-translations.ts';

/** Texts about the account and workspaces; suspends until they have loaded. */
export const useAccountTranslations = (): Translations<'account'> => useTranslations('account');
