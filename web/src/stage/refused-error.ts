import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';

/** Error of a file that cannot be loaded. Its reason is for users; its message is the code of the reason. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly reason: ImportMessage;

  constructor(reason: ImportMessage, options?: ErrorOptions) {
    super(reason.code, options);
    this.reason = reason;
  }
}
