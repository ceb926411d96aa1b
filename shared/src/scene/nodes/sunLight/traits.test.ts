import { describe, expect, it } from 'vitest';
import { sunLightProps } from './schema.ts';
import { sunLight, sunPosition } from './traits.ts';

const DEGREES = 180 / Math.PI;

describe('The sun', () => {
  // Values of the NOAA solar calculator, without refraction.
  it.each([
    {
      place: 'Paris, solstice noon',
      date: '2026-06-21T11:53:00Z',
      at: [48.86, 2.35],
      altitude: 64.6,
      azimuth: 180,
    },
    {
      place: 'Quito, equinox noon',
      date: '2026-03-20T17:21:00Z',
      at: [-0.18, -78.47],
      altitude: 89.8,
      azimuth: null,
    },
    {
      place: 'Sydney, winter noon',
      date: '2026-06-21T01:57:00Z',
      at: [-33.87, 151.21],
      altitude: 32.7,
      azimuth: 0,
    },
    {
      place: 'Paris, midnight',
      date: '2026-06-21T23:53:00Z',
      at: [48.86, 2.35],
      altitude: -17.7,
      azimuth: 0,
    },
  ])(
    'has the expected altitude and azimuth in $place',
    ({ date, at: [latitude = 0, longitude = 0], altitude, azimuth }) => {
      const sun = sunPosition(new Date(date), { latitude, longitude });
      expect(sun.altitude * DEGREES).toBeCloseTo(altitude, 0);
      if (azimuth !== null) {
        // Azimuths of 0 and 360 are equal.
        const off = Math.abs(((sun.azimuth * DEGREES - azimuth + 540) % 360) - 180);
        expect(off).toBeLessThan(2);
      }
    },
  );

  it('shines from the south at noon in Paris, warm at dusk, and not at night', () => {
    const at = (date: string) => sunLight(sunLightProps.parse({ date, intensity: 10 }));
    const noon = at('2026-06-21T11:53:00Z');
    expect(noon).toMatchObject({ type: 'directional', color: '#fff4e5', intensity: 10 });
    const [x, y, z] = 'toward' in noon && noon.toward ? noon.toward : [];
    expect(x).toBeCloseTo(0, 1);
    expect(y).toBeLessThan(-0.8);
    // South is +Z, so the light points towards −Z.
    expect(z).toBeLessThan(-0.3);
    const dusk = at('2026-06-21T19:40:00Z');
    expect(dusk.intensity).toBeLessThan(4);
    expect(dusk.color < noon.color).toBe(true);
    expect(at('2026-06-21T23:53:00Z').intensity).toBe(0);
  });
});
