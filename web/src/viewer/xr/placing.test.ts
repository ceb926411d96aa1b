import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { intoRoom, placeAt, pulled, resized, supports, turned } from './placing.ts';

const point = (x: number, y: number, z: number) => new Vector3(x, y, z);
const rounded = (at: Vector3) => at.toArray().map((value) => Math.round(value * 1_000) / 1_000 + 0);
const ON_FLOOR = { point: point(1, 0, -2), normal: point(0, 1, 0) };
const free = { turns: true, resizes: true };

describe('the surface under a scene', () => {
  it.each([
    ['floor', point(0, 1, 0), true],
    ['floor', point(0, -1, 0), false],
    ['floor', point(0, 0, 1), false],
    ['wall', point(1, 0, 0), true],
    ['wall', point(0, 1, 0), false],
  ] as const)('is accepted for a %s with the normal %o: %s', (support, normal, isSupported) => {
    expect(supports(support, normal)).toBe(isSupported);
  });
});

describe('a placed scene', () => {
  it('faces the viewer in its true size', () => {
    const placing = placeAt(ON_FLOOR, { support: 'floor', eye: point(4, 1.6, -2), front: Math.PI / 2 });
    expect(placing).toMatchObject({ yaw: 0, scale: 1 });
    // The scene's +X was its front and faces the eye.
    expect(rounded(point(1, 0, 0).applyMatrix4(intoRoom(placing, point(0, 0, 0))))).toEqual([2, 0, -2]);
  });

  it('hangs on a wall with its back to it', () => {
    const spot = { point: point(3, 1.5, 0), normal: point(-1, 0, 0) };
    const placing = placeAt(spot, { support: 'wall', eye: point(0, 1.6, 0), front: 1 });
    // The centre of its back is on the wall, and the rest extends into the room.
    expect(rounded(point(0, 1, -0.2).applyMatrix4(intoRoom(placing, point(0, 1, -0.2))))).toEqual([
      3, 1.5, 0,
    ]);
    expect(rounded(point(0, 1, 0.8).applyMatrix4(intoRoom(placing, point(0, 1, -0.2))))).toEqual([2, 1.5, 0]);
  });
});

describe('a dragged scene', () => {
  const placing = { position: point(0, 0, 0), yaw: 0, scale: 1 };

  it('follows one finger', () => {
    const next = pulled(placing, [point(1, 0, 1)], [point(1, 0, 3)], free);
    expect(next).toEqual({ position: point(0, 0, 2), yaw: 0, scale: 1 });
  });

  it('turns and scales with two fingers, which keep their points on it', () => {
    const from = [point(-1, 0, 0), point(1, 0, 0)];
    const to = [point(5, 0, 2), point(5, 0, -2)];
    const next = pulled(placing, from, to, free);
    expect(next.scale).toBeCloseTo(2);
    const matrix = intoRoom(next, point(0, 0, 0));
    expect(from.map((at) => rounded(at.clone().applyMatrix4(matrix)))).toEqual(to.map(rounded));
  });

  it('keeps its size and rotation if they are locked', () => {
    const from = [point(-1, 0, 0), point(1, 0, 0)];
    const to = [point(0, 0, 2), point(0, 0, -2)];
    expect(pulled(placing, from, to, { turns: false, resizes: false })).toEqual(placing);
    expect(pulled(placing, from, to, { turns: true, resizes: false })).toMatchObject({
      yaw: Math.PI / 2,
      scale: 1,
    });
  });

  it('stays unchanged without fingers, and when two fingers meet', () => {
    expect(pulled(placing, [], [], free)).toBe(placing);
    const met = [point(1, 0, 0), point(1, 0, 0)];
    expect(pulled(placing, met, met, free)).toEqual(placing);
  });
});

it('the scale of a placed scene stays between 0.01 and 20', () => {
  const placing = { position: point(0, 0, 0), yaw: 0, scale: 1 };
  expect(resized(placing, 0).scale).toBe(0.01);
  expect(resized(placing, 1_000).scale).toBe(20);
  expect(turned(turned(placing, 1), -1).yaw).toBe(0);
});
