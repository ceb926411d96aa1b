import { type Translations, useTranslations } from './use-translations.ts';

/** Texts about members, invitations and access requests; suspends until they have loaded. */
export const usePeopleTranslations = (): Translations<'people'> => useTranslations('people');
