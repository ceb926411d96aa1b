import type { PropsOf } from '../props.ts';
import type { LightSource } from '../traits.ts';
import { sunPosition } from './sun-position.ts';

/** Colours at the horizon and from the altitude `HIGH` on, interpolated linearly, as 8-bit RGB. */
const LOW_COLOR = [255, 138, 61] as const;
const HIGH_COLOR = [255, 244, 229] as const;
const HIGH = 0.5;
/** Angle below the horizon over which the light fades out, in radians. */
const DUSK = 0.05;

/** Colour and intensity of the sun: red and weak near the horizon, zero below it. */
export function sunLight({
  latitude,
  longitude,
  date,
  intensity,
  castShadow,
}: PropsOf<'sunLight'>): LightSource {
  const { azimuth, altitude } = sunPosition(new Date(date), { latitude, longitude });
  const height = Math.min(Math.max(altitude / HIGH, 0), 1);
  const strength = Math.min(Math.max((altitude + DUSK) / (HIGH + DUSK), 0), 1);
  // North is −Z, east is +X; the light comes from the sun's position.
  const flat = Math.cos(altitude);
  const toward = [-Math.sin(azimuth) * flat, -Math.sin(altitude), Math.cos(azimuth) * flat] as const;
  const color = LOW_COLOR.map((low, i) => Math.round(low + ((HIGH_COLOR[i] ?? low) - low) * height));
  const hex = color.map((value) => value.toString(16).padStart(2, '0')).join('');
  return { type: 'directional', color: `#${hex}`, intensity: intensity * strength, castShadow, toward };
}
