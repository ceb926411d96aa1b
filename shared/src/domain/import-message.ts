import type { importMessagesEn } from '../i18n/import-messages.en.ts';
import type { MessageArguments, MessageKey, Param } from '../i18n/t.ts';

export type ImportMessageCode = MessageKey<typeof importMessagesEn>;

/** A message about an import: a key of `importMessagesEn` with its parameters. Pages translate it. */
export type ImportMessage = { code: string; params?: Readonly<Record<string, Param>> };

/** Messages without parameters by code, so that a set holds each once. */
const plain = new Map<string, ImportMessage>();

/** Creates a message; its parameters are those of the English text. */
export function importMessage<Code extends ImportMessageCode>(
  code: Code,
  ...[params]: MessageArguments<typeof importMessagesEn, Code>
): ImportMessage {
  if (params !== undefined) {
    return { code, params };
  }
  const message = plain.get(code) ?? { code };
  plain.set(code, message);
  return message;
}
