/** Error codes of an import; the catalogue of errors has their texts. */
export type ImportCode =
  | 'import.failed'
  /** May succeed in another attempt, unlike all others. */
  | 'import.unfinished'
  | 'import.files-missing'
  | 'import.format'
  | 'texture.invalid'
  | 'sky.invalid'
  | 'font.invalid';

/**
 * Thrown when a file cannot be imported and an immediate retry would not help. The message is the reason for
 * the user.
 */
export class ImportError extends Error {
  readonly code: ImportCode;

  constructor(code: ImportCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImportError';
    this.code = code;
  }
}
