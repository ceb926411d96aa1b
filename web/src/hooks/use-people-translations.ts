import type { PeopleMessages } from '@diorama/shared/i18n/people.en.ts';
import { defineNamespace, type Translations, useTranslations } from './use-translations.ts';

const people = defineNamespace<PeopleMessages>({
  en: async () => (await import('@diorama/shared/i18n/people.en.ts')).peopleEn,
  es: async () => (await import('@diorama/shared/i18n/people.es.ts')).peopleEs,
});

/** Texts about members, invitations and access requests; suspends until they have loaded. */
export const usePeopleTranslations = (): Translations<PeopleMessages> => useTranslations(people);
