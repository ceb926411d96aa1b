import sharp from 'sharp';
import { withProfile } from './with-profile.ts';

const CHANNELS = 3;
/** Of 255: profiles that mean the same differ by how they round. */
const TOLERANCE = 3;
/** Each channel of the colours that are tried, in every combination. */
const STEPS = [0, 64, 128, 192, 255] as const;

/**
 * Whether numbers in a picture with such a profile (ICC) are the colours that screens show for them (sRGB), whatever the
 * profile is called. One that is none, or not one of red, green and blue, changes nothing.
 */
export async function hasScreenColors(profile: Uint8Array): Promise<boolean> {
  const colors = Uint8Array.from(STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.flatMap((b) => [r, g, b]))));
  const raw = { width: colors.length / CHANNELS, height: 1, channels: CHANNELS } as const;
  const picture = await withProfile(sharp(colors, { raw }), profile);
  const shown = await picture.toColorspace('srgb').removeAlpha().raw().toBuffer();
  return colors.every((value, i) => Math.abs(value - (shown[i] ?? 0)) <= TOLERANCE);
}
