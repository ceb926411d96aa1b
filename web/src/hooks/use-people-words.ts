import type { PeopleMessages } from '@diorama/shared/i18n/people.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const people = defineArea<PeopleMessages>({
  en: async () => (await import('@diorama/shared/i18n/people.en.ts')).peopleEn,
  es: async () => (await import('@diorama/shared/i18n/people.es.ts')).peopleEs,
});

/** Texts about members, invitations and access requests; suspends until they have loaded. */
export const usePeopleWords = (): AreaWords<PeopleMessages> => useAreaWords(people);
