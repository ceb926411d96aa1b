import type { ReimagineStyle } from '@diorama/shared/contract/reimagines.ts';
import sharp, { type Sharp } from 'sharp';
import type { ReimagineRequest, Reimaginer } from './reimaginer.ts';

/** Image filter of each style. */
const LOOKS: Readonly<Record<ReimagineStyle | 'plain', (picture: Sharp, strength: number) => Sharp>> = {
  plain: (picture, strength) => picture.modulate({ hue: Math.round(strength * 40) }),
  photo: (picture, strength) => picture.modulate({ saturation: 1 + strength * 0.4 }).sharpen(),
  sketch: (picture) => picture.greyscale().normalise().linear(1.6, -30),
  watercolor: (picture, strength) => picture.median(3 + 2 * Math.round(strength * 4)),
  clay: (picture) => picture.modulate({ saturation: 0.15, brightness: 1.1 }).blur(1),
  night: (picture, strength) => picture.modulate({ brightness: 1 - strength * 0.6 }).tint('#5f7fd0'),
  winter: (picture, strength) => picture.modulate({ brightness: 1 + strength * 0.3, saturation: 0.5 }),
};

/**
 * A local provider for the demo and for tests, which filters the picture; nothing leaves the machine. It uses
 * the style and ignores the prompt. With a depth map it adds haze to distant parts.
 */
export function createDemoReimaginer(): Reimaginer {
  return {
    imagine: async ({ image, depth, style, strength, count }: ReimagineRequest) => {
      const look = LOOKS[style ?? 'plain'];
      const view = depth ? await haze(image, depth, strength) : image;
      const turns = Array.from({ length: count }, (_, i) => i);
      return Promise.all(
        turns.map((turn) =>
          look(sharp(view), strength)
            .modulate({ hue: turn * 12, brightness: 1 + turn * 0.05 })
            .png()
            .toBuffer(),
        ),
      );
    },
  };
}

const HAZE = { r: 236, g: 240, b: 246 };
const HAZE_SHARE = 0.7;

/** Adds haze to a picture; it is denser where `depth` is darker. */
async function haze(image: Buffer, depth: Buffer, strength: number): Promise<Buffer> {
  const { width, height } = await sharp(image).metadata();
  const thickness = await sharp(depth)
    .resize(width, height, { fit: 'fill' })
    .greyscale()
    .negate()
    .linear(strength * HAZE_SHARE, 0)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const veil = await sharp({ create: { width, height, channels: 3, background: HAZE } })
    .joinChannel(thickness, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return sharp(image)
    .composite([{ input: veil }])
    .png()
    .toBuffer();
}
