import type { ImportMessage } from '../domain/import-message.ts';
import { importMessagesEn } from './import-messages.en.ts';
import { importMessagesEs } from './import-messages.es.ts';
import { type Language, type Param, translator } from './t.ts';

const CATALOGUES = { en: importMessagesEn, es: importMessagesEs } as const;

/** Text of an import message. A code of another release stays as it is. */
export function translateImportMessage({ code, params }: ImportMessage, language: Language): string {
  // Stored messages are not checked by the compiler.
  const t = translator(language, CATALOGUES[language]) as (
    key: string,
    params?: Record<string, Param>,
  ) => string;
  return t(code, params);
}

/** English texts of messages, by which losses are compared and tests read. */
export function inEnglish(messages: readonly ImportMessage[]): string[] {
  return messages.map((message) => translateImportMessage(message, 'en'));
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
