import sharp from 'sharp';
import { applyColorProfile } from './apply-color-profile.ts';

const CHANNELS = 3;
/** Of 255: equivalent profiles differ by rounding. */
const TOLERANCE = 3;
/** Values of each channel for the tested colours, in every combination. */
const STEPS = [0, 64, 128, 192, 255] as const;

/**
 * Whether colours with this ICC profile equal sRGB, regardless of the profile's name. True for an invalid
 * profile and for one that is not RGB, because they change nothing.
 */
export async function hasScreenColors(profile: Uint8Array): Promise<boolean> {
  const colors = Uint8Array.from(STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.flatMap((b) => [r, g, b]))));
  const raw = { width: colors.length / CHANNELS, height: 1, channels: CHANNELS } as const;
  const picture = await applyColorProfile(sharp(colors, { raw }), profile);
  const shown = await picture.toColorspace('srgb').removeAlpha().raw().toBuffer();
  return colors.every((value, i) => Math.abs(value - (shown[i] ?? 0)) <= TOLERANCE);
}
