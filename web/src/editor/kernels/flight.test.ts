import fc from 'fast-check';
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { courseOf, flightSpeed, flyOn, lookAround } from './flight.ts';

const view = () => ({ position: new Vector3(0, 2, 10), target: new Vector3(0, 2, 0) });

describe('fly navigation', () => {
  it('moves in the direction of the held keys, by the same distance on diagonals', () => {
    const { position, target } = flyOn(view(), courseOf(['KeyW', 'KeyD']), 2);
    expect(position.distanceTo(view().position)).toBeCloseTo(2);
    expect(position.x).toBeCloseTo(Math.SQRT2);
    expect(position.z).toBeCloseTo(10 - Math.SQRT2);
    expect(target.clone().sub(position).toArray()).toEqual([0, 0, -10]);
    expect(flyOn(view(), courseOf(['KeyE']), 1).position.y).toBeCloseTo(3);
  });

  it('does not move for unknown or opposing keys', () => {
    expect(flyOn(view(), courseOf(['KeyW', 'KeyS', 'KeyX']), 5)).toEqual(view());
  });

  it('is slower near the target, and faster with Shift', () => {
    expect(flightSpeed(view(), false)).toBe(7);
    expect(flightSpeed(view(), true)).toBeCloseTo(25);
    expect(flightSpeed({ position: new Vector3(0, 0, 0.5), target: new Vector3() }, false)).toBeCloseTo(0.7);
  });

  it('looks around from the camera position, reversibly and never over the top', () => {
    const angle = fc.double({ min: -1.2, max: 1.2, noNaN: true });
    fc.assert(
      fc.property(angle, angle, (left, up) => {
        const there = lookAround(view(), left, up);
        expect(there.position).toEqual(view().position);
        const back = lookAround(there, -left, -up);
        expect(back.target.distanceTo(view().target)).toBeLessThan(1e-6);
      }),
    );
    const steep = lookAround(view(), 0, 5);
    expect(steep.target.y).toBeGreaterThan(steep.position.y + 9.9);
    expect(lookAround(steep, 0, -0.5).target.z).toBeLessThan(10);
  });

  it('looks left for a left turn', () => {
    expect(lookAround(view(), 0.3, 0).target.x).toBeLessThan(0);
  });
});
