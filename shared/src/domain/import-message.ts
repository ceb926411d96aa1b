import type { Messages } from '../i18n/catalogues.ts';
import type { MessageArguments, MessageKey, Param } from '../i18n/t.ts';

export type ImportMessageCode = MessageKey<Messages<'import-messages'>>;

/** A message about an import: a key of the namespace `import-messages` with its parameters. Pages translate it. */
export type ImportMessage = { code: string; params?: Readonly<Record<string, Param>> };

/** Messages without parameters by code, so that a set holds each once. */
const plain = new Map<string, ImportMessage>();

/** Creates a message; its parameters are those of the English text. */
export function importMessage<Code extends ImportMessageCode>(
  code: Code,
  ...[params]: MessageArguments<Messages<'import-messages'>, Code>
): ImportMessage {
  if (params !== undefined) {
    return { code, params };
  }
  const message = plain.get(code) ?? { code };
  plain.set(code, message);
  return message;
}

/** Whether one of the messages has one of the codes. */
export function hasCode(messages: readonly ImportMessage[], codes: readonly ImportMessageCode[]): boolean {
  const wanted: ReadonlySet<string> = new Set(codes);
  return messages.some(({ code }) => wanted.has(code));
}
