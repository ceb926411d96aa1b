import { describe, expect, it } from 'vitest';
import { chooseLights, LIGHT_LIMITS } from './light-rig.ts';

describe('chooseLights', () => {
  it('gives shadows to the sun before point lights, regardless of order', () => {
    const lights = Array.from(
      { length: 10 },
      (_, i) => ({ id: `p${i}`, type: 'point', castShadow: true }) as const,
    );
    const sun = { id: 'z', type: 'directional', castShadow: true } as const;
    const chosen = chooseLights([...lights, sun]);
    expect(chosen.casting.size).toBe(LIGHT_LIMITS.casting);
    expect(chosen.casting.has('z')).toBe(true);
    expect(chooseLights([sun, ...lights.toReversed()])).toEqual(chosen);
  });

  it('limits point lights to the shader’s maximum', () => {
    const lamps = Array.from(
      { length: 500 },
      (_, i) => ({ id: `p${i}`, type: 'point', castShadow: false }) as const,
    );
    expect(chooseLights(lamps).shining.size).toBe(LIGHT_LIMITS.shining.point);
  });
});
