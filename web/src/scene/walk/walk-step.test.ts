import fc from 'fast-check';
import { Box3, Ray, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { type Cast, WALK } from './walk-body.ts';
import { eyeHeight, stepWalk, turnHead, viewDirection, type Walk, type WalkInput } from './walk-step.ts';

const STILL: WalkInput = { ahead: 0, right: 0, isRunning: false, isCrouching: false, isJumping: false };
const AHEAD = { ...STILL, ahead: 1 };

/** A world of boxes. */
const worldOf = (...boxes: [min: [number, number, number], max: [number, number, number]][]) => {
  const all = boxes.map(([min, max]) => new Box3(new Vector3(...min), new Vector3(...max)));
  const cast: Cast = (from, way, far) => {
    const ray = new Ray(from.clone(), way.clone());
    const hits = all.flatMap((box) => {
      const point = box.containsPoint(from) ? null : ray.intersectBox(box, new Vector3());
      return point && point.distanceTo(from) <= far
        ? [{ distance: point.distanceTo(from), normal: normalOf(box, point) }]
        : [];
    });
    return hits.sort((a, b) => a.distance - b.distance)[0] ?? null;
  };
  return { cast, floor: 0 };
};
const normalOf = ({ min, max }: Box3, point: Vector3) => {
  for (const axis of ['x', 'y', 'z'] as const) {
    for (const [edge, sign] of [
      [min, -1],
      [max, 1],
    ] as const) {
      if (Math.abs(point[axis] - edge[axis]) < 1e-9) {
        return new Vector3().setComponent('xyz'.indexOf(axis), sign);
      }
    }
  }
  return new Vector3();
};
const EMPTY = worldOf();
const start = (x = 0, y = 0, z = 0): Walk => ({
  foot: new Vector3(x, y, z),
  heading: 0,
  pitch: 0,
  speed: 0,
  isGrounded: true,
  isCrouched: false,
});
/** Walks for some seconds at 50 frames per second. */
const go = (walk: Walk, wish: WalkInput, seconds: number, world = EMPTY) => {
  let now = walk;
  for (let frame = 0; frame < seconds * 50; frame += 1) {
    now = stepWalk(now, wish, 0.02, world);
  }
  return now;
};

describe('a walking visitor', () => {
  it('moves in the view direction, faster when running and slower when crouching', () => {
    expect(go(start(), AHEAD, 1).foot.z).toBeCloseTo(-WALK.speed, 4);
    expect(go(start(), { ...AHEAD, isRunning: true }, 1).foot.z).toBeCloseTo(-WALK.runningSpeed, 4);
    expect(go(start(), { ...AHEAD, isCrouching: true }, 1).foot.z).toBeCloseTo(-WALK.crouchedSpeed, 4);
    const left = turnHead(start(), Math.PI / 2, 9);
    expect(go(left, AHEAD, 1).foot.x).toBeCloseTo(-WALK.speed, 4);
    expect(viewDirection(left).y).toBeLessThan(1);
    expect(go(start(), { ...AHEAD, right: 1 }, 1).foot.length()).toBeCloseTo(WALK.speed, 4);
  });

  it('keeps the same state when the head turns by nothing', () => {
    const up = turnHead(start(), 0, 9);
    expect(turnHead(up, 0, 0)).toBe(up);
    expect(turnHead(up, -0, 1)).toBe(up);
    expect(turnHead(up, 0, -1)).not.toBe(up);
  });

  it('stops at a wall, even a thin one at a run with few frames', () => {
    const world = worldOf([
      [-5, 0, -2.05],
      [5, 3, -2],
    ]);
    expect(go(start(), AHEAD, 4, world).foot.z).toBeGreaterThanOrEqual(-2 + WALK.radius - 1e-6);
    let now = start();
    for (let frame = 0; frame < 20; frame += 1) {
      now = stepWalk(now, { ...AHEAD, isRunning: true }, 0.5, world);
    }
    expect(now.foot.z).toBeGreaterThanOrEqual(-2 + WALK.radius - 1e-6);
  });

  it('slides along a wall and stays in a corner', () => {
    const wall: [[number, number, number], [number, number, number]] = [
      [-9, 0, -2.1],
      [9, 3, -2],
    ];
    const slanted = go(start(), { ...AHEAD, right: 1 }, 3, worldOf(wall));
    expect(slanted.foot.x).toBeGreaterThan(3);
    expect(slanted.foot.z).toBeGreaterThanOrEqual(-2 + WALK.radius - 1e-6);
    const corner = go(
      start(),
      { ...AHEAD, right: 1 },
      3,
      worldOf(wall, [
        [1, 0, -9],
        [1.1, 3, 9],
      ]),
    );
    expect(corner.foot.x).toBeLessThanOrEqual(1 - WALK.radius + 1e-6);
  });

  it('climbs a low step and descends it, but not a high one', () => {
    const low = worldOf([
      [-2, 0, -3],
      [2, 0.25, -1],
    ]);
    expect(go(start(), AHEAD, 0.9, low).foot.y).toBeCloseTo(0.25, 4);
    expect(go(start(), AHEAD, 2.5, low).foot.y).toBeCloseTo(0, 4);
    const high = worldOf([
      [-2, 0, -3],
      [2, 0.5, -1],
    ]);
    expect(go(start(), AHEAD, 2, high).foot.z).toBeGreaterThanOrEqual(-1 + WALK.radius - 1e-6);
  });

  it('walks through a door, and below anything above head height', () => {
    const door = worldOf(
      [
        [-5, 0, -2.1],
        [-0.45, 3, -2],
      ],
      [
        [0.45, 0, -2.1],
        [5, 3, -2],
      ],
      [
        [-0.45, 2.1, -2.1],
        [0.45, 3, -2],
      ],
    );
    expect(go(start(), AHEAD, 3, door).foot.z).toBeLessThan(-4);
  });

  it('jumps once and lands, without passing through a ceiling', () => {
    const world = worldOf([
      [-5, 2, -5],
      [5, 2.1, 5],
    ]);
    let highest = 0;
    let now = stepWalk(start(), { ...STILL, isJumping: true }, 0.02, world);
    for (let frame = 0; frame < 100; frame += 1) {
      now = stepWalk(now, STILL, 0.02, world);
      highest = Math.max(highest, now.foot.y + eyeHeight(now));
    }
    expect(highest).toBeLessThanOrEqual(2);
    expect(highest).toBeGreaterThan(WALK.eye + 0.1);
    expect(now.foot.y).toBeCloseTo(0);
    expect(now.isGrounded).toBe(true);
  });

  it('stays crouched until there is headroom', () => {
    const world = worldOf([
      [-5, 1.3, -5],
      [5, 1.5, 5],
    ]);
    const low = stepWalk(start(), { ...STILL, isCrouching: true }, 0.02, world);
    expect(low.isCrouched).toBe(true);
    expect(stepWalk(low, STILL, 0.02, world).isCrouched).toBe(true);
    expect(stepWalk(low, STILL, 0.02, EMPTY).isCrouched).toBe(false);
  });

  it('falls onto objects below, and never below the floor', () => {
    const high = { ...start(0, 5, 0), isGrounded: false };
    expect(
      go(
        high,
        STILL,
        3,
        worldOf([
          [-1, 0, -1],
          [1, 2, 1],
        ]),
      ).foot.y,
    ).toBeCloseTo(2, 3);
    expect(go(high, STILL, 3).foot.y).toBe(0);
  });

  it('stops at a board too high to step onto and too low to walk under', () => {
    fc.assert(
      fc.property(
        ...[
          fc.double({ min: 0.36, max: 1.72, noNaN: true }),
          fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 0.08, noNaN: true })),
        ],
        ...[fc.double({ min: -0.9, max: 0.9, noNaN: true }), fc.constantFrom(0.005, 0.02, 0.09)],
        fc.boolean(),
        (high, thick, right, seconds, isRunning) => {
          const world = worldOf([
            [-20, high, -2.5],
            [20, high + thick, -1],
          ]);
          let now = start();
          for (let time = 0; time < 3; time += seconds) {
            now = stepWalk(now, { ...AHEAD, right, isRunning }, seconds, world);
          }
          expect(now.foot.z).toBeGreaterThanOrEqual(-1 + 0.5 * WALK.radius);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('slides along a table edge, walks around it, and crouches under a high one', () => {
    const table = worldOf([
      [-1, 0.72, -2],
      [1, 0.75, -1],
    ]);
    const aside = go(start(), { ...AHEAD, right: 0.6 }, 2, table);
    expect(aside.foot.x).toBeGreaterThan(1);
    const high = worldOf([
      [-9, 1.3, -3],
      [9, 1.34, -1],
    ]);
    expect(go(start(), AHEAD, 3, high).foot.z).toBeGreaterThan(-1);
    const low = go(start(), { ...AHEAD, isCrouching: true }, 2, high);
    expect(low.foot.z).toBeCloseTo(-2, 4);
    // Standing up needs free space above the shoulders as well.
    expect(go(low, AHEAD, 2, high)).toMatchObject({ isCrouched: false });
    expect(stepWalk(low, STILL, 0.02, high).isCrouched).toBe(true);
    expect(stepWalk({ ...low, foot: new Vector3(0, 0, -3.2) }, STILL, 0.02, high).isCrouched).toBe(true);
  });

  it('can leave an object that contains the start', () => {
    const world = worldOf([
      [-1, 0.7, -1],
      [1, 0.75, 1],
    ]);
    expect(go(start(), AHEAD, 2, world).foot.z).toBeLessThan(-2);
  });

  it('climbs stairs of any usual size', () => {
    fc.assert(
      fc.property(
        ...[fc.double({ min: 0.1, max: 0.2, noNaN: true }), fc.double({ min: 0.22, max: 0.4, noNaN: true })],
        fc.boolean(),
        (rise, run, isRunning) => {
          const steps = Array.from(
            { length: 8 },
            (_, i): [[number, number, number], [number, number, number]] => [
              [-1, 0, -1 - 8 * run],
              [1, (i + 1) * rise, -1 - i * run],
            ],
          );
          const far = -1 - 8 * run;
          let now = start();
          for (let frame = 0; frame < 600 && now.foot.z > far + 0.1; frame += 1) {
            now = stepWalk(now, { ...AHEAD, isRunning }, 0.02, worldOf(...steps));
          }
          expect(now.foot.y).toBeCloseTo(8 * rise, 3);
        },
      ),
      { numRuns: 40 },
    );
  });
});
