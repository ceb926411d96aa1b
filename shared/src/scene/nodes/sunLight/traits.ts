import type { PropsOf } from '../props.ts';
import type { LightSource, NodeTraits } from '../traits.ts';

/** A position in the sky: both in radians, azimuth clockwise from north. */
type SunPosition = { azimuth: number; altitude: number };

const RAD = Math.PI / 180;

const DAY_MS = 86_400_000;

/** Noon of the first of January 2000, the epoch of the day count. */
const J2000_MS = Date.UTC(2000, 0, 1, 12);

/** Tilt of the earth's axis. */
const TILT = 23.4397 * RAD;

/** Colours at the horizon and from the altitude `HIGH` on, interpolated linearly, as 8-bit RGB. */
const LOW_COLOR = [255, 138, 61] as const;

const HIGH_COLOR = [255, 244, 229] as const;

const HIGH = 0.5;

/** Angle below the horizon over which the light fades out, in radians. */
const DUSK = 0.05;

export const sunLightTraits: NodeTraits<'sunLight'> = {
  role: 'light',
  light: sunLight,
  isPlaceless: () => true,
};

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

/**
 * Position of the sun, to a fraction of a degree, by the low-precision formulas of the Astronomical Almanac;
 * without refraction.
 * @param place - degrees, north and east positive
 */
export function sunPosition(
  date: Date,
  { latitude, longitude }: { latitude: number; longitude: number },
): SunPosition {
  const days = (date.getTime() - J2000_MS) / DAY_MS;
  const anomaly = (357.5291 + 0.98560028 * days) * RAD;
  const centre =
    (1.9148 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly) + 0.0003 * Math.sin(3 * anomaly)) * RAD;
  const ecliptic = anomaly + centre + 102.9372 * RAD + Math.PI;
  const declination = Math.asin(Math.sin(ecliptic) * Math.sin(TILT));
  const ascension = Math.atan2(Math.sin(ecliptic) * Math.cos(TILT), Math.cos(ecliptic));
  const sidereal = (280.16 + 360.9856235 * days + longitude) * RAD;
  const hour = sidereal - ascension;
  const north = latitude * RAD;
  const altitude = Math.asin(
    Math.sin(north) * Math.sin(declination) + Math.cos(north) * Math.cos(declination) * Math.cos(hour),
  );
  const fromSouth = Math.atan2(
    Math.sin(hour),
    Math.cos(hour) * Math.sin(north) - Math.tan(declination) * Math.cos(north),
  );
  return { azimuth: fromSouth + Math.PI, altitude };
}
