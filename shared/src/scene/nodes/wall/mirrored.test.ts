import fc from 'fast-check';
import { Matrix4 } from 'three';
import { describe, expect, it } from 'vitest';
import { type NodeOf, parseDocument } from '../../document.ts';
import { transformOf } from '../../transform.ts';
import type { PlanPoint } from '../plan.ts';
import { cutBy } from './crossing.ts';
import { distance, OTHER_SIDE, type WallPlan } from './line.ts';
import { outlinePoints } from './outline.ts';
import { wallPieces } from './pieces.ts';
import { planThrough, pointThrough } from './plan-through.ts';
import { justification, metres, room, wallBetween } from './test/rooms.ts';
import { neighboursOf } from './traits.ts';

/** Rotated about +Y, moved, and optionally mirrored: placements that keep a wall in the plan. */
const upright = fc
  .tuple(metres(-3, 3), metres(-5, 5), fc.constantFrom([1, 1], [-1, 1], [1, -1], [-1, -1]))
  .map(([turn, by, [x = 1, z = 1]]) =>
    new Matrix4()
      .makeTranslation(by, 0, -by)
      .multiply(new Matrix4().makeRotationY(turn))
      .multiply(new Matrix4().makeScale(x, 1, z)),
  );
/** The same with a scale. */
const sized = fc
  .tuple(upright, metres(0.5, 2))
  .map(([matrix, size]) => matrix.clone().multiply(new Matrix4().makeScale(size, size, size)));

/** Nodes with the given matrices, whose walls have the given plans in their parent's space. */
function standing(plans: readonly WallPlan[], places: readonly Matrix4[]): [string, NodeOf<'wall'>][] {
  const nodes = plans.map((plan, i) => {
    const { start, end, ...own } = planThrough((places[i] ?? new Matrix4()).clone().invert(), plan);
    const props = { ...own, start: [...start], end: [...end] };
    return [`wall${i}`, { kind: 'wall', props, ...transformOf(places[i] ?? new Matrix4()) }];
  });
  return Object.entries(parseDocument({ nodes: Object.fromEntries(nodes) }).nodes).flatMap(([id, node]) =>
    node.kind === 'wall' ? [[id, node]] : [],
  );
}

/** Drawn plans of walls, in their parent's space. */
function shown(nodes: readonly [string, NodeOf<'wall'>][], places: readonly Matrix4[]): PlanPoint[][][] {
  return nodes.map(([id, node], i) => {
    const tiedTo = () => nodes.flatMap(([other, one]) => (other === id ? [] : [{ id: other, node: one }]));
    return wallPieces(node.props, neighboursOf(id, node, { tiedTo })).map(({ outline }) =>
      outlinePoints(outline).map((point) => pointThrough(places[i] ?? new Matrix4(), point)),
    );
  });
}

/** Expects equal corners in any order, as mirroring reverses it. */
function expectSame(some: readonly PlanPoint[][][], others: readonly PlanPoint[][][]) {
  expect(some.map((pieces) => pieces.map((plan) => plan.length))).toEqual(
    others.map((pieces) => pieces.map((plan) => plan.length)),
  );
  for (const [i, point] of some.flat(2).entries()) {
    const plan = others.flatMap((pieces, k) => (some[k]?.flat().includes(point) ? pieces.flat() : []));
    expect(Math.min(...plan.map((other) => distance(point, other))), `corner ${i}`).toBeLessThan(1e-5);
  }
}

/** Excludes curves that are straight in one size and not in another. */
const curve = fc.oneof(fc.constant(0), metres(0.01, 0.1), metres(-0.1, -0.01));
const count = { minLength: 9, maxLength: 9 };

describe('partly mirrored walls', () => {
  it('have the same miters, curves and justification as unmirrored walls', () => {
    // Excludes bodies on different sides of their lines, whose joints depend on rounding.
    const sideOf = ({ start, end }: WallPlan, side: WallPlan['justification']) =>
      start[0] * end[1] > start[1] * end[0] ? side : OTHER_SIDE[side];
    const walls = fc
      .tuple(room, fc.array(curve, count), justification)
      .map(([plans, curves, side]) =>
        plans.map((plan, i) => ({ ...plan, curve: curves[i] ?? 0, justification: sideOf(plan, side) })),
      );
    fc.assert(
      fc.property(walls, fc.array(sized, count), (plans, places) => {
        const still = plans.map(() => new Matrix4());
        expectSame(shown(standing(plans, places), places), shown(standing(plans, still), still));
      }),
    );
  });

  it('cut each other as unmirrored walls do', () => {
    fc.assert(
      fc.property(
        metres(0.3, 2.8),
        metres(-1.4, 1.4),
        justification,
        fc.array(upright, count),
        (turn, by, side, places) => {
          const [x, z] = [Math.cos(turn) * 2, Math.sin(turn) * 2];
          const plans = [
            wallBetween([-2, 0], [2, 0], { justification: side }),
            wallBetween([by - x, -z], [by + x, z], { thickness: 0.3, justification: side }),
          ];
          const still = plans.map(() => new Matrix4());
          const whole = shown(standing(plans, still), still);
          const bodies = plans.map((plan, i) => ({ ...plan, id: `wall${i}`, height: 2.5 }));
          const [one, other] = bodies;
          fc.pre(
            one !== undefined && other !== undefined && (cutBy(one, other) ?? cutBy(other, one)) !== null,
          );
          expectSame(shown(standing(plans, places), places), whole);
        },
      ),
    );
  });

  it('mirror their curve and justification and keep their direction', () => {
    const wall = wallBetween([0, 0], [4, 0], { curve: 1, justification: 'left' });
    expect(planThrough(new Matrix4().makeScale(-1, 1, 1), wall)).toEqual({
      ...wall,
      ...{ end: [-4, 0], curve: -1, justification: 'right' },
    });
    const straight = planThrough(new Matrix4().makeScale(-1, 1, 1), { ...wall, curve: 0 });
    expect(Object.is(straight.curve, 0)).toBe(true);
  });
});
