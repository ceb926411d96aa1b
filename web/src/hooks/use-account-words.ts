import type { AccountMessages } from '@diorama/shared/i18n/account.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const account = defineArea<AccountMessages>({
  en: async () => (await import('@diorama/shared/i18n/account.en.ts')).accountEn,
  es: async () => (await import('@diorama/shared/i18n/account.es.ts')).accountEs,
});

/** Texts about the account and workspaces; suspends until they have loaded. */
export const useAccountWords = (): AreaWords<AccountMessages> => useAreaWords(account);
