import sharp from 'sharp';

/** How far two pictures of one size lie apart. */
export type RenderedDifference = {
  /** Of all channels, in steps of 255. */
  mean: number;
  /** The share of pixels that anybody would see to be others. */
  seen: number;
};

/** A channel that is so many steps off is seen beside the other picture. */
const SEEN_STEPS = 32;
const CHANNELS = 4;

/** Compares two pictures pixel by pixel, also where nothing stands in them. */
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
