import fc from 'fast-check';
import { Vector3 } from 'three';
import { expect, it } from 'vitest';
import { restoreViewOf } from './restore-view.ts';

const KEPT = { position: new Vector3(0, 1, 10), target: new Vector3(0, 1, 0), fov: 50 };

it('restoreViewOf keeps a view that contains the place', () => {
  for (const place of [new Vector3(0, 1, 0), new Vector3(7, 4, 0), new Vector3(-0.2, 0.8, 9)]) {
    expect(restoreViewOf(KEPT, place)).toEqual({ position: KEPT.position, target: KEPT.target });
  }
});

it('restoreViewOf keeps direction and distance when it moves to a place outside the view', () => {
  const behind = new Vector3(3, 1, 20);
  expect(restoreViewOf(KEPT, behind)).toEqual({ position: new Vector3(3, 1, 30), target: behind });
  const above = new Vector3(0, 30, 0);
  expect(restoreViewOf(KEPT, above)).toEqual({ position: new Vector3(0, 30, 10), target: above });
});

it('restoreViewOf recognizes places outside a view from straight above, too', () => {
  const kept = { position: new Vector3(0, 10, 0), target: new Vector3(0, 0, 0), fov: 50 };
  expect(restoreViewOf(kept, new Vector3(1, 0, 2)).target).toEqual(kept.target);
  const away = new Vector3(40, 0, 0);
  expect(restoreViewOf(kept, away)).toEqual({ position: new Vector3(40, 10, 0), target: away });
});

it('restoreViewOf always has the place in front of the camera', () => {
  const metres = fc.double({ min: -100, max: 100, noNaN: true });
  fc.assert(
    fc.property(metres, metres, metres, (x, y, z) => {
      const place = new Vector3(x, y, z);
      const { position, target } = restoreViewOf(KEPT, place);
      const forward = target.clone().sub(position);
      expect(forward.length()).toBeCloseTo(10, 6);
      expect(place.clone().sub(position).dot(forward)).toBeGreaterThan(0);
    }),
  );
});
