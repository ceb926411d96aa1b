import sharp from 'sharp';

/** Difference of two pictures of one size. */
export type RenderedDifference = {
  /** Of all channels, in steps of 255. */
  mean: number;
  /** Share of pixels with a visible difference. */
  seen: number;
};

/** Difference of a channel that is visible beside the other picture. */
const SEEN_STEPS = 32;
const CHANNELS = 4;

/** Compares two pictures pixel by pixel, including empty areas. */
export async function renderedDifference(one: Buffer, other: Buffer): Promise<RenderedDifference> {
  const [a, b] = await Promise.all(
    [one, other].map((picture) => sharp(picture).ensureAlpha().raw().toBuffer()),
  );
  if (!a || !b || a.length !== b.length) {
    throw new Error('The pictures are of different sizes');
  }
  let sum = 0;
  let seen = 0;
  for (let at = 0; at < a.length; at += CHANNELS) {
    const steps = Array.from({ length: CHANNELS }, (_, i) => Math.abs((a[at + i] ?? 0) - (b[at + i] ?? 0)));
    sum += steps.reduce((total, step) => total + step, 0);
    seen += Math.max(...steps) >= SEEN_STEPS ? 1 : 0;
  }
  return { mean: sum / a.length, seen: (seen * CHANNELS) / a.length };
}
