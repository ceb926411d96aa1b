import type { AccountMessages } from '@diorama/shared/i18n/account.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

const account = defineNamespace<AccountMessages>({
  en: async () => (await import('@diorama/shared/i18n/account.en.ts')).accountEn,
  es: async () => (await import('@diorama/shared/i18n/account.es.ts')).accountEs,
});

/** Texts about the account and workspaces; suspends until they have loaded. */
export const useAccountTranslations = (): Translations<AccountMessages> => useTranslations(account);
