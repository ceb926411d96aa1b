import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import { translateImportMessage } from '@diorama/shared/i18n/import-messages.ts';

/** Error of a file that cannot be loaded. Its reason is for users; its message is the English text. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly reason: ImportMessage;

  constructor(reason: ImportMessage, options?: ErrorOptions) {
    super(translateImportMessage(reason, 'en'), options);
    this.reason = reason;
  }
}
