/** Reason why a font cannot be read: unsupported format, too large, or damaged. */
export type FontErrorCode = 'font.format' | 'font.too-large' | 'font.damaged';

/** Thrown for every file that is not a readable font. */
export class FontError extends Error {
  override readonly name = 'FontError';
  readonly code: FontErrorCode;

  constructor(code: FontErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
