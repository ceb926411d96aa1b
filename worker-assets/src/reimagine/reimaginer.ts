import type { ReimagineStyle } from '@diorama/shared/contract/reimagines.ts';

/** A request to a provider. */
export type Wish = {
  /** The picture to begin with, PNG. */
  image: Buffer;
  /** Depth of the picture as a grey PNG in which near is white; null for providers that do not use it. */
  depth: Buffer | null;
  prompt: string;
  style: ReimagineStyle | null;
  /** Strength of the change, as a share of 1. */
  strength: number;
  count: number;
  signal: AbortSignal;
};

/** Generates pictures from a picture. */
export type Reimaginer = {
  /**
   * Returns encoded pictures of any size, at most as many as requested.
   * @throws {@link ReimagineError} when a retry cannot help; any other error may be retried
   */
  imagine(wish: Wish): Promise<Buffer[]>;
};

/** A final refusal of the provider; the code is from the catalogue of errors. */
export class ReimagineError extends Error {
  override readonly name = 'ReimagineError';
  readonly code: 'reimagine.refused' | 'reimagine.unavailable';

  constructor(code: ReimagineError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** Prompt text of each style, for a provider that accepts prompts. */
export const STYLE_WORDS: Readonly<Record<ReimagineStyle, string>> = {
  photo: 'photorealistic, natural light, shot on a full-frame camera',
  sketch: 'hand-drawn pencil sketch on white paper',
  watercolor: 'loose watercolor painting',
  clay: 'soft matte clay model, studio light',
  night: 'at night, lit by lamps',
  winter: 'in winter, with snow',
};
