import type { SharingMessages } from '@diorama/shared/i18n/sharing.en.ts';
import { type AreaWords, defineArea, useAreaWords } from './area-words.ts';

const sharing = defineArea<SharingMessages>({
  en: async () => (await import('@diorama/shared/i18n/sharing.en.ts')).sharingEn,
  es: async () => (await import('@diorama/shared/i18n/sharing.es.ts')).sharingEs,
});

/** Texts about sharing a scene; suspends until they have loaded. */
export const useSharingWords = (): AreaWords<SharingMessages> => useAreaWords(sharing);
