import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { twoWalls, window } from '../../../../test/walls-fixture.ts';
import { placeOpening } from './place-opening.ts';
import type { DraftOpening } from './walls.ts';

const place = (at: PlanPoint, openings: Record<string, DraftOpening> = {}, more: object = {}) =>
  placeOpening({ there: twoWalls(openings), at, opening: window, ...more });

describe('a placed opening', () => {
  it('is placed in the nearest wall at the cursor', () => {
    expect(place([2, 0.8])).toMatchObject({ wall: 'a', props: { offset: expect.closeTo(2), sill: 0.9 } });
    expect(place([2, 4.5])?.wall).toBe('b');
    expect(place([2, 2.5])).toBeNull();
  });

  it('slides along its wall up to the ends', () => {
    expect(place([-0.5, 0])?.span.from).toBeCloseTo(0.01);
    expect(place([6.5, 0])?.span.to).toBeCloseTo(5.99);
  });

  it('collides with other openings but not with itself, and can be forced', () => {
    const other = { w: { ...window, wall: 'a', offset: 2 } };
    expect(place([2.5, 0], other)).toMatchObject({ collides: true, isAllowed: false });
    expect(place([2.5, 0], other, { moving: 'w' })).toMatchObject({ collides: false, isAllowed: true });
    expect(place([2.5, 0], other, { isFree: true })).toMatchObject({ collides: true, isAllowed: true });
    expect(place([2.5, 5], other)).toMatchObject({ collides: false });
  });

  it('reports the gaps to its neighbors, and snaps to equal gaps', () => {
    const others = { w: { ...window, wall: 'a', offset: 1 }, v: { ...window, wall: 'a', offset: 5 } };
    expect(place([3.04, 0], others)).toMatchObject({
      props: { offset: expect.closeTo(3) },
      gaps: { before: expect.closeTo(1), after: expect.closeTo(1) },
      hasEqualGaps: true,
    });
    expect(place([3.3, 0], others)).toMatchObject({
      gaps: { before: expect.closeTo(1.3), after: expect.closeTo(0.7) },
      hasEqualGaps: false,
    });
    expect(place([3.04, 0], others, { isFree: true })?.props.offset).toBeCloseTo(3.04);
  });

  it('snaps to the sill or the top of other openings', () => {
    const other = { d: { ...window, type: 'door' as const, wall: 'b', offset: 2, height: 2.1, sill: 0 } };
    const tall = { ...window, height: 1.18 };
    expect(place([3, 0], other, { opening: tall })).toMatchObject({
      props: { sill: expect.closeTo(0.92) },
      aligned: { to: 'd', by: 'top' },
    });
    expect(place([3, 0], other, { opening: { ...tall, sill: 0.6 } })?.aligned).toBeNull();
    const same = { w: { ...window, wall: 'b', offset: 2, sill: 0.88 } };
    expect(place([3, 0], same)).toMatchObject({
      props: { sill: expect.closeTo(0.88) },
      aligned: { to: 'w', by: 'sill' },
    });
  });

  it('stays inside its wall, for any values', () => {
    const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(metres(-1, 7), metres(0.05, 9), metres(0.05, 4), metres(0, 4), (x, width, height, sill) => {
        const placed = place([x, 0], {}, { opening: { type: 'window', width, height, sill } });
        expect(placed?.span.from).toBeGreaterThan(0);
        expect(placed?.span.to).toBeLessThan(6);
        expect(placed?.span.bottom).toBeGreaterThanOrEqual(0);
        expect(placed?.span.top).toBeLessThanOrEqual(2.5);
      }),
    );
  });
});
