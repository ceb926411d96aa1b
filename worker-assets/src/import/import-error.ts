import type { ForeignCode } from '@diorama/shared/domain/foreign-formats.ts';
import type { ImportMessage } from '@diorama/shared/domain/import-message.ts';
import { translateImportMessage } from '@diorama/shared/i18n/import-messages.ts';
import { DEFAULT_LANGUAGE } from '@diorama/shared/i18n/t.ts';

/** Error codes of an import; the catalogue of errors contains their texts. */
export type ImportCode =
  | 'import.failed'
  /** The only code that may succeed in a later run. */
  | 'import.unfinished'
  | 'import.files-missing'
  | 'import.format'
  /** A format of another program; the code's text explains how to export it. */
  | ForeignCode
  | 'texture.invalid'
  | 'sky.invalid'
  | 'font.invalid'
  | 'sound.invalid';

/**
 * Thrown when a file cannot be imported and an immediate retry would not help. The reason is for the user. The
 * error's message is its English text, for logs.
 */
export class ImportError extends Error {
  readonly code: ImportCode;
  /** Null where the code is enough. */
  readonly reason: ImportMessage | null;

  constructor(code: ImportCode, reason: ImportMessage | null, options?: ErrorOptions) {
    super(reason === null ? code : translateImportMessage(reason, DEFAULT_LANGUAGE), options);
    this.name = 'ImportError';
    this.code = code;
    this.reason = reason;
  }
}
