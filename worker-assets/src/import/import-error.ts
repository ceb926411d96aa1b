import type { ForeignCode } from '@diorama/shared/domain/foreign-formats.ts';

/** Error codes of an import; the catalogue of errors contains their texts. */
export type ImportCode =
  | 'import.failed'
  /** The only code that may succeed in a later run. */
  | 'import.unfinished'
  | 'import.files-missing'
  | 'import.format'
  /** A format of another program; the code's text says how to export it. */
  | ForeignCode
  | 'texture.invalid'
  | 'sky.invalid'
  | 'font.invalid';

/**
 * Thrown when a file cannot be imported and an immediate retry would not help. The message is written for the
 * user.
 */
export class ImportError extends Error {
  readonly code: ImportCode;

  constructor(code: ImportCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImportError';
    this.code = code;
  }
}
