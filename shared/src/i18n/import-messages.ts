import type { ImportMessage } from '../domain/import-message.ts';
import { loadTranslations } from './load-translations.ts';
import { DEFAULT_LANGUAGE, findText, type Language } from './t.ts';

const translations = await loadTranslations('import-messages');

/** Text of an import message. A code of another release stays as it is. */
export function translateImportMessage({ code, params }: ImportMessage, language: Language): string {
  // Stored messages are not checked by the compiler.
  return findText(translations[language], code, params) ?? code;
}

/** English texts of messages, as tests read them. */
export function inEnglish(messages: readonly ImportMessage[]): string[] {
  return messages.map((message) => translateImportMessage(message, DEFAULT_LANGUAGE));
}

/** Message of an error with a stored message; null for a text of a release before 1.0. */
export function parseImportMessage(stored: string): ImportMessage | null {
  try {
    const found: unknown = JSON.parse(stored);
    return isImportMessage(found) ? found : null;
  } catch {
    return null;
  }
}

/** Whether a stored line is a message; reports of releases before 1.0 hold sentences. */
export function isImportMessage(line: unknown): line is ImportMessage {
  return typeof line === 'object' && line !== null && 'code' in line && typeof line.code === 'string';
}
