import type { ReimagineStyle } from '@diorama/shared/contract/reimagines.ts';

/** A request to an image provider. */
export type ReimagineRequest = {
  /** The source picture as PNG. */
  image: Buffer;
  /** Depth map as a grey PNG, near is white; null for providers that do not use it. */
  depth: Buffer | null;
  prompt: string;
  style: ReimagineStyle | null;
  /** Allowed difference from the source picture, 0 to 1. */
  strength: number;
  count: number;
  signal: AbortSignal;
};

/** An image generation provider. */
export type Reimaginer = {
  /**
   * Generates pictures in any size, at most as many as requested, and returns them encoded.
   * @throws {@link ReimagineError} when a retry cannot help; other errors may be retried
   */
  imagine(request: ReimagineRequest): Promise<Buffer[]>;
};

/** A permanent refusal by the provider; the code is one of the catalogue of errors. */
export class ReimagineError extends Error {
  override readonly name = 'ReimagineError';
  readonly code: 'reimagine.refused' | 'reimagine.unavailable';

  constructor(code: ReimagineError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** Prompt of each style for providers that accept text. */
export const STYLE_PROMPTS: Readonly<Record<ReimagineStyle, string>> = {
  photo: 'photorealistic, natural light, shot on a full-frame camera',
  sketch: 'hand-drawn pencil sketch on white paper',
  watercolor: 'loose watercolor painting',
  clay: 'soft matte clay model, studio light',
  night: 'at night, lit by lamps',
  winter: 'in winter, with snow',
};
