import type { ForeignCode } from '@diorama/shared/domain/foreign-formats.ts';

/** The codes with which an import can end; the texts that people see of them stand in the catalogue of errors. */
export type ImportCode =
  | 'import.failed'
  /** It may do another time, unlike all others. */
  | 'import.unfinished'
  | 'import.files-missing'
  | 'import.format'
  /** A format of another program; the code's text says how to export it. */
  | ForeignCode
  | 'texture.invalid'
  | 'sky.invalid'
  | 'font.invalid';

/** Thrown when a file cannot be imported and trying again at once would not help; the message says why to a person. */
export class ImportError extends Error {
  readonly code: ImportCode;

  constructor(code: ImportCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImportError';
    this.code = code;
  }
}
