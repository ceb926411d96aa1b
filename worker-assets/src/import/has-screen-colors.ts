import sharp from 'sharp';
import { withProfile } from './with-profile.ts';

const CHANNELS = 3;
/** Tolerance of 255 steps: equivalent profiles differ in rounding. */
const TOLERANCE = 3;
/** Values of each channel of the sampled colours, in every combination. */
const STEPS = [0, 64, 128, 192, 255] as const;

/**
 * Whether an ICC profile is equivalent to sRGB, independent of its name. An invalid profile, or one without
 * red, green and blue, counts as sRGB.
 */
export async function hasScreenColors(profile: Uint8Array): Promise<boolean> {
  const colors = Uint8Array.from(STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.flatMap((b) => [r, g, b]))));
  const raw = { width: colors.length / CHANNELS, height: 1, channels: CHANNELS } as const;
  const picture = await withProfile(sharp(colors, { raw }), profile);
  const shown = await picture.toColorspace('srgb').removeAlpha().raw().toBuffer();
  return colors.every((value, i) => Math.abs(value - (shown[i] ?? 0)) <= TOLERANCE);
}
