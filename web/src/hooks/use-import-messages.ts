import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import type { importMessagesEn } from '@diorama/shared/i18n/import-messages.en.ts';
import type { Param } from '@diorama/shared/i18n/t.ts';
import { defineNamespace, useTranslations } from './use-translations.ts';

const importMessages = defineNamespace<typeof importMessagesEn>({
  en: async () => (await import('@diorama/shared/i18n/import-messages.en.ts')).importMessagesEn,
  es: async () => (await import('@diorama/shared/i18n/import-messages.es.ts')).importMessagesEs,
});

/** Translates the messages of an import; suspends until the texts are loaded. */
export function useImportMessages(): (message: ImportMessage) => string {
  // Stored codes are not checked by the compiler. An unknown one stays as it is.
  const t = useTranslations(importMessages).t as (key: string, params?: Record<string, Param>) => string;
  return ({ code, params }) => t(code, params);
}
