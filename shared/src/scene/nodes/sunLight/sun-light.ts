import type { PropsOf } from '../props.ts';
import type { LightSource } from '../traits.ts';
import { sunPosition } from './sun-position.ts';

/** Its colour at the horizon and from `HIGH` on, linear between, as red, green and blue of 255. */
const LOW_COLOR = [255, 138, 61] as const;
const HIGH_COLOR = [255, 244, 229] as const;
const HIGH = 0.5;
/** Below the horizon it fades within so many radians, as dusk does. */
const DUSK = 0.05;

/** How the sun shines: low it is red and weak, below the horizon it does not. */
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
  // North is −Z, east is +X; light comes from where the sun stands.
  const flat = Math.cos(altitude);
  const toward = [-Math.sin(azimuth) * flat, -Math.sin(altitude), Math.cos(azimuth) * flat] as const;
  const color = LOW_COLOR.map((low, i) => Math.round(low + ((HIGH_COLOR[i] ?? low) - low) * height));
  const hex = color.map((value) => value.toString(16).padStart(2, '0')).join('');
  return { type: 'directional', color: `#${hex}`, intensity: intensity * strength, castShadow, toward };
}
