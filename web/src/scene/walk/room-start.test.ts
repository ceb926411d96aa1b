import { Box3, Ray, Vector3 } from 'three';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { roomStart } from './room-start.ts';
import { type Cast, WALK } from './walk-body.ts';

type Bounds = [min: [number, number, number], max: [number, number, number]];

/** Surfaces of boxes, and the region that they take. */
function sceneOf(...bounds: Bounds[]): { cast: Cast; region: Box3 } {
  const boxes = bounds.map(([min, max]) => new Box3(new Vector3(...min), new Vector3(...max)));
  const cast: Cast = (from, way, far) => {
    const ray = new Ray(from, way);
    const distances = boxes.flatMap((box) => ray.intersectBox(box, new Vector3())?.distanceTo(from) ?? []);
    const distance = Math.min(...distances);
    return Number.isFinite(distance) && distance <= far ? { distance, normal: way.clone().negate() } : null;
  };
  return { cast, region: boxes.reduce((all, box) => all.union(box), new Box3()) };
}

/** A scene whose casts take long. */
function slow({ cast, region }: ReturnType<typeof sceneOf>): ReturnType<typeof sceneOf> {
  vi.useFakeTimers();
  return {
    region,
    cast: (...ray) => {
      vi.advanceTimersByTime(50);
      return cast(...ray);
    },
  };
}
afterEach(() => {
  vi.useRealTimers();
});

/** Walls of a room of 6 by 4 metres; the wall in the south has a door of 0.9 m. */
const at = (x: number): Bounds[] => [
  [
    [x - 3.1, 0, -2.1],
    [x + 3.1, 2.6, -2],
  ],
  [
    [x - 3.1, 0, 2],
    [x - 0.45, 2.6, 2.1],
  ],
  [
    [x + 0.45, 0, 2],
    [x + 3.1, 2.6, 2.1],
  ],
  [
    [x - 0.45, 2.1, 2],
    [x + 0.45, 2.6, 2.1],
  ],
  [
    [x - 3.1, 0, -2],
    [x - 3, 2.6, 2],
  ],
  [
    [x + 3, 0, -2],
    [x + 3.1, 2.6, 2],
  ],
];
const outside = { position: new Vector3(9, 6, 12), target: new Vector3() };
const isIn = (view: { position: Vector3 } | null, x: number) =>
  view !== null && Math.abs(view.position.x - x) < 3 && Math.abs(view.position.z) < 2;

describe('roomStart', () => {
  it('starts in a closed room with a door, at eye height, facing the far wall', () => {
    const start = roomStart({ ...sceneOf(...at(0)), from: outside });
    expect(isIn(start, 0)).toBe(true);
    expect(start?.position.y).toBeCloseTo(WALK.eye);
    expect(start?.target.distanceTo(start.position)).toBeGreaterThan(2);
  });

  it('prefers the room that the view targets', () => {
    const scene = sceneOf(...at(0), ...at(8));
    const target = new Vector3(8, 0, 0);
    expect(isIn(roomStart({ ...scene, from: { ...outside, target } }), 8)).toBe(true);
    expect(isIn(roomStart({ ...scene, from: outside }), 0)).toBe(true);
  });

  it('starts on the floor, clear of furniture', () => {
    const floor: Bounds = [
      [-3, 0, -2],
      [3, 0.2, 2],
    ];
    const table: Bounds = [
      [-0.8, 0.2, -0.8],
      [0.8, 0.9, 0.8],
    ];
    const start = roomStart({ ...sceneOf(...at(0), floor, table), from: outside });
    expect(isIn(start, 0)).toBe(true);
    expect(start?.position.y).toBeCloseTo(0.2 + WALK.eye);
    expect(Math.max(Math.abs(start?.position.x ?? 0), Math.abs(start?.position.z ?? 0))).toBeGreaterThan(0.8);
  });

  it('returns null without a closed room, or when the view is inside one', () => {
    const open = at(0).slice(0, 4);
    expect(roomStart({ ...sceneOf(...open), from: outside })).toBeNull();
    const single: Bounds = [
      [-1, 0, -1],
      [1, 1, 1],
    ];
    expect(roomStart({ ...sceneOf(single), from: outside })).toBeNull();
    expect(roomStart({ cast: () => null, region: new Box3(), from: outside })).toBeNull();
    const corner = { ...outside, target: new Vector3(20, 0, 20) };
    expect(isIn(roomStart({ ...sceneOf(...at(0)), from: corner }), 0)).toBe(true);
    expect(roomStart({ ...slow(sceneOf(...at(0))), from: corner })).toBeNull();
    vi.useRealTimers();
    const inside = { position: new Vector3(1, 1.7, 0.5), target: new Vector3(2, 1.7, 0.5) };
    expect(roomStart({ ...sceneOf(...at(0)), from: inside })).toBeNull();
  });
});
