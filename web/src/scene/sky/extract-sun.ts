import type { LightSource } from '@diorama/shared/scene/nodes/traits.ts';
import { Color, DataTexture, DataUtils, HalfFloatType, RGBAFormat, type Texture, Vector3 } from 'three';
import { findSun, forSunTexels, type SkyLight, type SkySun } from './find-sun.ts';

/** Intensity of a sky, and its rotation about Y in radians. */
type SkyUse = { intensity: number; rotation: number };

/** A panorama split into its sun's light and the rest. The caller disposes of `rest`. */
export type SkyWithoutSun = { sunIn: (use: SkyUse) => LightSource; rest: Texture };

const CHANNELS = 4;

/**
 * Extracts the sun of a panorama as a separate light, so that it does not shine twice.
 * @returns null if it has no clear sun, or if the picture has no values beyond white
 */
export function extractSun(panorama: Texture): SkyWithoutSun | null {
  const { data, width, height } = panorama.image as { data?: unknown; width: number; height: number };
  if (!(data instanceof Uint16Array) || panorama.type !== HalfFloatType || panorama.format !== RGBAFormat) {
    return null;
  }
  const at: SkyLight['at'] = (texel, channel) =>
    DataUtils.fromHalfFloat(data[texel * CHANNELS + channel] ?? 0);
  const sky = { width, height, at };
  const sun = findSun(sky);
  if (!sun) {
    return null;
  }
  const dimmed = data.slice();
  forSunTexels(sky, sun, (texel, share) => {
    for (const channel of [0, 1, 2] as const) {
      dimmed[texel * CHANNELS + channel] = DataUtils.toHalfFloat(at(texel, channel) * share);
    }
  });
  const rest = new DataTexture(dimmed, width, height, RGBAFormat, HalfFloatType);
  const { mapping, magFilter, minFilter, colorSpace, flipY } = panorama;
  Object.assign(rest, { mapping, magFilter, minFilter, colorSpace, flipY, needsUpdate: true });
  return { sunIn: (use) => lightOf(sun, use), rest };
}

const UP = new Vector3(0, 1, 0);

function lightOf({ direction, light }: SkySun, { intensity, rotation }: SkyUse): LightSource {
  const most = Math.max(...light);
  const color = new Color(...light).multiplyScalar(1 / most);
  const away = new Vector3(...direction).applyAxisAngle(UP, rotation).negate();
  return {
    type: 'directional',
    color: `#${color.getHexString()}`,
    intensity: most * intensity,
    castShadow: true,
    toward: [away.x, away.y, away.z],
  };
}
