import { type Translations, useTranslations } from './use-translations.ts';

/** Texts about visits of a scene; suspends until they have loaded. */
export const useVisitTranslations = (): Translations<'visits'> => useTranslations('visits');
