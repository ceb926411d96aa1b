import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import type { Param } from '@diorama/shared/i18n/t.ts';
import { useTranslations } from './use-translations.ts';

/** Translates the messages of an import; suspends until the texts are loaded. */
export function useImportMessages(): (message: ImportMessage) => string {
  // Stored codes are not checked by the compiler. An unknown one stays as it is.
  const t = useTranslations('import-messages').t as (key: string, params?: Record<string, Param>) => string;
  return ({ code, params }) => t(code, params);
}
