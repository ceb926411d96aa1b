/** A position in the sky: both in radians, azimuth clockwise from north. */
export type SunPosition = { azimuth: number; altitude: number };

const RAD = Math.PI / 180;
const DAY_MS = 86_400_000;
/** Noon of the first of January 2000, the epoch of the day count. */
const J2000_MS = Date.UTC(2000, 0, 1, 12);
/** Tilt of the earth's axis. */
const TILT = 23.4397 * RAD;

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
