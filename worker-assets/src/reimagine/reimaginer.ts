import type { ReimagineStyle } from '@diorama/shared/contract/reimagines.ts';

/** What is wished of a provider. */
export type Wish = {
  /** The picture to begin with, PNG. */
  image: Buffer;
  /** How far everything in it is, as a grey PNG in which near is white; null for providers that do not take it. */
  depth: Buffer | null;
  prompt: string;
  style: ReimagineStyle | null;
  /** How far from the picture the result may go, as a share of one. */
  strength: number;
  count: number;
  signal: AbortSignal;
};

/** Makes pictures anew. */
export type Reimaginer = {
  /**
   * Encoded pictures, at most as many as wished for; of whatever size the provider likes.
   * @throws {@link ReimagineError} when asking again cannot help; any other error may be tried again
   */
  imagine(wish: Wish): Promise<Buffer[]>;
};

/** The provider will not do it; the code is of the catalogue of errors. */
export class ReimagineError extends Error {
  override readonly name = 'ReimagineError';
  readonly code: 'reimagine.refused' | 'reimagine.unavailable';

  constructor(code: ReimagineError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** What each style says to a provider that understands words. */
export const STYLE_WORDS: Readonly<Record<ReimagineStyle, string>> = {
  photo: 'photorealistic, natural light, shot on a full-frame camera',
  sketch: 'hand-drawn pencil sketch on white paper',
  watercolor: 'loose watercolor painting',
  clay: 'soft matte clay model, studio light',
  night: 'at night, lit by lamps',
  winter: 'in winter, with snow',
};
