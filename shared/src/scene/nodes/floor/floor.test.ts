import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NodeOf, parseDocument, type SceneDocument } from '../../document.ts';
import { dependenciesIn } from '../../node-dependencies.ts';
import { shapeOf } from '../kinds.ts';
import { areaOf, type PlanPoint } from '../plan.ts';
import { openEdges, surfaceOf, trianglesOf, volumeOf, wrongNormals } from '../test/surface.ts';
import type { WallPlan } from '../wall/line.ts';
import { metres, room, wallBetween } from '../wall/test/rooms.ts';
import { boundPlan, floorArea, floorPlan, slabOutline } from './plan.ts';
import { wallLoop } from './wall-loop.ts';

type Built = { floor?: object; props?: object; others?: object };

/** A document with walls, a floor of all of them, and other nodes. */
function sceneOf(walls: readonly WallPlan[], { floor = {}, props = {}, others = {} }: Built = {}) {
  const wallNodes = walls.map(({ start, end, ...rest }, i) => {
    const own = { ...rest, start: [...start], end: [...end], height: 2.4 };
    return [`w${i}`, { kind: 'wall', position: [1, 0.5, -2], props: own }] as const;
  });
  const ids = wallNodes.map(([id]) => id);
  return parseDocument({
    nodes: {
      ...Object.fromEntries(wallNodes),
      ...others,
      floor: { kind: 'floor', ...floor, props: { walls: ids, ...props } },
    },
  });
}

const floorOf = ({ nodes }: SceneDocument) => nodes.floor as NodeOf<'floor'>;
const planOf = (document: SceneDocument) => floorPlan(floorOf(document), (id) => document.nodes[id]);
/** Area to the outer sides of the walls. */
const slabOf = (document: SceneDocument) =>
  Math.abs(
    areaOf(
      slabOutline(
        floorOf(document),
        (id) => document.nodes[id],
        () => false,
      ) ?? [],
    ),
  );
function solidOf(document: SceneDocument) {
  const node = floorOf(document);
  const shape = shapeOf({ id: 'floor', node, ties: dependenciesIn(document) });
  return shape && 'build' in shape ? shape.build() : expect.fail('the floor has no surface');
}

const square = (size: number): PlanPoint[] => [
  [0, 0],
  [size, 0],
  [size, size],
  [0, size],
];
const around = (points: readonly PlanPoint[], more: Partial<WallPlan> = {}) =>
  points.map((point, i) => wallBetween(point, points[(i + 1) % points.length] ?? point, more));
const stairs = (x: number, z: number, more: object = {}) => ({
  kind: 'stairs',
  position: [x + 1, 0, z - 2],
  props: { width: 1, run: 0.25, steps: 8 },
  ...more,
});

describe('a floor bound to walls', () => {
  it('is a closed solid with the area of its outline, fully triangulated, in any room', () => {
    fc.assert(
      fc.property(
        room,
        fc.array(metres(-0.5, 0.5), { minLength: 9, maxLength: 9 }),
        metres(0.05, 0.4),
        fc.constantFrom('floor', 'ceiling'),
        (walls, curves, thickness, side) => {
          const bent = walls.map((wall, i) => ({ ...wall, curve: curves[i] ?? 0 }));
          const document = sceneOf(bent, { props: { thickness, side } });
          const plan = planOf(document);
          const solid = solidOf(document);
          const area = Math.abs(areaOf(wallLoop(bent) ?? []));
          expect(plan && floorArea(plan)).toBeCloseTo(area, 6);
          const slab = slabOf(document);
          expect(slab).toBeGreaterThan(area);
          expect(openEdges(solid)).toEqual([]);
          expect(wrongNormals(solid)).toBe(0);
          expect(volumeOf(solid)).toBeCloseTo(slab * thickness, 3);
          const caps = trianglesOf(solid).filter(([a, b, c]) => a && b && c && a.y === b.y && b.y === c.y);
          expect(surfaceOf(caps)).toBeCloseTo(2 * slab, 3);
        },
      ),
    );
  });

  it('does not depend on the order or direction of the walls, nor on its own position', () => {
    fc.assert(
      fc.property(
        room,
        fc.integer({ min: 0, max: 8 }),
        metres(-9, 9),
        metres(-3, 3),
        (walls, shift, x, turn) => {
          const others = [...walls.slice(shift % walls.length), ...walls.slice(0, shift % walls.length)];
          const floor = { position: [x, 1, -x], rotation: [0, Math.sin(turn), 0, Math.cos(turn)] };
          const plan = planOf(sceneOf(others, { floor }));
          expect(plan && floorArea(plan)).toBeCloseTo(Math.abs(areaOf(wallLoop(walls) ?? [])), 6);
          expect(plan?.level).toBeCloseTo(-0.5);
        },
      ),
    );
  });

  it('is below the base of the walls, a ceiling is on top of the highest wall', () => {
    const [first, ...rest] = around(square(3));
    const heights = (side: string) => {
      const document = sceneOf(first ? [first, ...rest] : [], { props: { side, thickness: 0.2 } });
      const solid = solidOf(document);
      solid.computeBoundingBox();
      return [solid.boundingBox?.min.y, solid.boundingBox?.max.y];
    };
    expect(heights('floor')).toEqual([expect.closeTo(0.3), expect.closeTo(0.5)]);
    expect(heights('ceiling')).toEqual([expect.closeTo(2.9), expect.closeTo(3.1)]);
  });

  it('uses its own points without a wall loop, and draws nothing when they cross', () => {
    const [, ...open] = around(square(3));
    const points = square(2);
    const document = sceneOf(open, { props: { points } });
    expect(boundPlan(floorOf(document), (id) => document.nodes[id])).toBeNull();
    expect(planOf(document)).toEqual({ outline: points, holes: [], level: 0 });
    const [a, b, c, d] = square(2);
    expect(planOf(sceneOf([], { props: { points: [a, c, b, d] } }))).toBeNull();
    expect(planOf(sceneOf([], { props: { points: [] } }))).toBeNull();
  });

  it('extends to the outer sides of its walls, and to the line of a shared wall', () => {
    const walls = around(square(4), { thickness: 0.2 });
    const next = around([
      [4, 0],
      [8, 0],
      [8, 4],
      [4, 4],
    ]).slice(0, 3);
    const ids = { one: ['w0', 'w1', 'w2', 'w3'], two: ['w1', 'w4', 'w5', 'w6'] };
    const document = sceneOf([...walls, ...next], {
      props: { walls: ids.one },
      others: { second: { kind: 'floor', props: { walls: ids.two } } },
    });
    const boundsOf = (id: string) => {
      const node = document.nodes[id] ?? expect.fail('the floor is gone');
      const shape = shapeOf({ id, node, ties: dependenciesIn(document) });
      const solid = shape && 'build' in shape ? shape.build() : expect.fail('the floor has no surface');
      expect(openEdges(solid)).toEqual([]);
      solid.computeBoundingBox();
      return [solid.boundingBox?.min.x, solid.boundingBox?.max.x].map(
        (x) => Math.round((x ?? 0) * 1e3) / 1e3,
      );
    };
    expect(boundsOf('floor')).toEqual([0.9, 5]);
    expect(boundsOf('second')).toEqual([5, 9.1]);
    const alone = sceneOf(walls);
    expect(slabOf(alone)).toBeCloseTo(4.2 * 4.2);
    expect(slabOf(sceneOf(around(square(4), { justification: 'left' })))).toBeGreaterThan(16 - 1e-6);
  });

  it('includes parts of a split wall and ignores removed walls', () => {
    const [a, b, c, d] = square(4);
    const halves: PlanPoint[] = [a, [2, 0], b, c, d].flatMap((point) => (point ? [point as PlanPoint] : []));
    const plan = planOf(
      sceneOf(around(halves), { props: { walls: ['gone', 'w0', 'w1', 'w2', 'w3', 'w4'] } }),
    );
    expect(plan && floorArea(plan)).toBeCloseTo(16);
  });

  it('has an opening at stairs, in any room and place', () => {
    fc.assert(
      fc.property(room, metres(-1, 1), metres(-1, 1), metres(-3, 3), (walls, x, z, turn) => {
        const rotation = [0, Math.sin(turn), 0, Math.cos(turn)];
        const others = { up: stairs(x, z, { rotation }) };
        const document = sceneOf(walls, { props: { stairs: ['up'], thickness: 0.2 }, others });
        const [plan, solid] = [planOf(document), solidOf(document)];
        const area = Math.abs(areaOf(wallLoop(walls) ?? []));
        const rest = plan ? floorArea(plan) : 0;
        // Stairs that reach the outline of a small room are left out.
        expect([area - 2, area]).toContainEqual(expect.closeTo(rest, 5));
        expect(openEdges(solid)).toEqual([]);
        expect(wrongNormals(solid)).toBe(0);
        expect(volumeOf(solid)).toBeCloseTo((slabOf(document) - area + rest) * 0.2, 3);
      }),
    );
  });

  it('has one opening for two adjacent flights and none for stairs elsewhere', () => {
    const others = { up: stairs(2, 2), on: stairs(3, 2), out: stairs(9, 9), tall: { kind: 'box' } };
    const document = sceneOf(around(square(6)), {
      props: { stairs: ['up', 'on', 'out', 'tall', 'gone'] },
      others,
    });
    const plan = planOf(document);
    expect(plan?.holes).toHaveLength(1);
    expect(plan && floorArea(plan)).toBeCloseTo(36 - 4);
    expect(openEdges(solidOf(document))).toEqual([]);
  });

  it('depends only on its walls and stairs', () => {
    const document = sceneOf(around(square(6)), { props: { stairs: ['up'] }, others: { up: stairs(2, 2) } });
    const tied = dependenciesIn(document)
      .tiedTo('floor')
      .map(({ id }) => id);
    expect(tied).toEqual(['up', 'w0', 'w1', 'w2', 'w3']);
  });
});

describe('A loop of walls', () => {
  it('needs all walls, each end meeting exactly one other', () => {
    const walls = around(square(3));
    expect(wallLoop(walls)).toHaveLength(4);
    expect(wallLoop(walls.slice(1))).toBeNull();
    expect(wallLoop([...walls, wallBetween([0, 0], [3, 3])])).toBeNull();
    expect(
      wallLoop([
        ...walls,
        ...around([
          [8, 8],
          [9, 8],
          [9, 9],
        ]),
      ]),
    ).toBeNull();
    expect(wallLoop([])).toBeNull();
    expect(
      wallLoop(
        around([
          [0, 0],
          [3, 0],
        ]),
      ),
    ).toBeNull();
  });

  it('has a limited number of points', () => {
    const points = Array.from({ length: 40 }, (_, i): PlanPoint => {
      const angle = (i / 40) * 2 * Math.PI;
      return [100 * Math.cos(angle), 100 * Math.sin(angle)];
    });
    expect(wallLoop(around(points))).toHaveLength(40);
    expect(wallLoop(around(points, { curve: 7 }))).toBeNull();
  });
});
