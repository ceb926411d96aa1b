/** Why a font cannot be read: it is of another format, larger than a text needs, or damaged. */
export type FontErrorCode = 'font.format' | 'font.too-large' | 'font.damaged';

/** What is thrown for every file that is no font that can be read. */
export class FontError extends Error {
  override readonly name = 'FontError';
  readonly code: FontErrorCode;

  constructor(code: FontErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
