import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fittingMeasure, freeOffset, placeOpening } from './place-opening.ts';
import type { DraftOpening, DraftWall, Walls } from './walls.ts';

const host = {
  start: [0, 0] as const,
  end: [6, 0] as const,
  height: 2.5,
  thickness: 0.1,
  justification: 'center' as const,
};
const window = { type: 'window' as const, width: 1, height: 1.2, sill: 0.9 };
const there = (openings: Record<string, DraftOpening> = {}): Walls => ({
  walls: new Map<string, DraftWall>([
    ['a', host],
    ['b', { ...host, start: [0, 5] as const, end: [6, 5] as const }],
  ]),
  openings: new Map(Object.entries(openings)),
});
const place = (at: PlanPoint, openings: Record<string, DraftOpening> = {}, more: object = {}) =>
  placeOpening({ there: there(openings), at, opening: window, ...more });

describe('An opening that is placed', () => {
  it('goes into the nearest wall, where the cursor is', () => {
    expect(place([2, 0.8])).toMatchObject({ wall: 'a', props: { offset: expect.closeTo(2), sill: 0.9 } });
    expect(place([2, 4.5])?.wall).toBe('b');
    expect(place([2, 2.5])).toBeNull();
  });

  it('slides along its wall up to its ends', () => {
    expect(place([-0.5, 0])?.span.from).toBeCloseTo(0.01);
    expect(place([6.5, 0])?.span.to).toBeCloseTo(5.99);
  });

  it('collides with what is there, but not with itself, and may be forced', () => {
    const other = { w: { ...window, wall: 'a', offset: 2 } };
    expect(place([2.5, 0], other)).toMatchObject({ collides: true, isAllowed: false });
    expect(place([2.5, 0], other, { moving: 'w' })).toMatchObject({ collides: false, isAllowed: true });
    expect(place([2.5, 0], other, { isFree: true })).toMatchObject({ collides: true, isAllowed: true });
    expect(place([2.5, 5], other)).toMatchObject({ collides: false });
  });

  it('tells the gaps to its neighbours and keeps to where they are equal', () => {
    const others = {
      w: { ...window, wall: 'a', offset: 1 },
      v: { ...window, wall: 'a', offset: 5 },
    };
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

  it('keeps to the height of others, by foot, middle or top', () => {
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

  it('finds room beside what is there when it is copied, as near as there is', () => {
    const w = { ...window, wall: 'a', offset: 2 };
    expect(freeOffset(there(), w)).toBe(2);
    expect(freeOffset(there({ w }), w)).toBeCloseTo(3.01, 9);
    expect(freeOffset(there({ w, v: { ...w, offset: 3.01 } }), w)).toBeCloseTo(0.99, 9);
    const wide = { ...w, width: 5.5 };
    expect(freeOffset(there({ wide }), wide)).toBeNull();
    expect(freeOffset(there(), { ...w, wall: 'gone' })).toBeNull();
  });

  it('lies inside of its wall, whatever it is', () => {
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

describe('A copy that is higher than its wall', () => {
  it('goes beside what is there as well', () => {
    const high = { ...window, wall: 'a', offset: 2, height: 9 };
    expect(freeOffset(there({ high }), high)).toBeCloseTo(3.01, 9);
  });
});

describe('A measure of an opening', () => {
  const door = { type: 'door' as const, width: 0.9, height: 2.1, sill: 0 };
  const both = there({ w: { ...window, wall: 'a', offset: 4 }, d: { ...door, wall: 'a', offset: 2 } });
  const fit = (key: 'offset' | 'width' | 'height' | 'sill', value: number, walls = both) =>
    fittingMeasure(walls, 'w', { key, value });

  it('is as wanted where it fits', () => {
    expect([fit('offset', 4.7), fit('width', 1.4), fit('height', 1.5), fit('sill', 0.4)]).toEqual([
      4.7, 1.4, 1.5, 0.4,
    ]);
  });

  it('stays within its wall', () => {
    expect(fit('offset', 99)).toBeCloseTo(5.49, 9);
    expect(fit('offset', -3)).toBeCloseTo(0.51, 9);
    expect(fit('height', 9)).toBeCloseTo(1.6, 9);
    expect(fit('sill', 5)).toBeCloseTo(1.3, 9);
  });

  it('stays out of what is beside it, and goes past that', () => {
    expect(fit('offset', 2.8)).toBeCloseTo(2.96, 9);
    expect(fit('offset', 1.5)).toBeCloseTo(1.04, 9);
    expect(fit('width', 50)).toBeCloseTo(3.08, 9);
  });

  it('is one that fits again where it was none before', () => {
    const wrong = there({ w: { ...window, wall: 'a', offset: 99, width: 50, sill: 5 } });
    expect(fit('width', 1, wrong)).toBe(1);
    expect(fit('offset', 2, wrong)).toBeCloseTo(3, 9);
    expect(fit('sill', 0.5, wrong)).toBe(0.5);
  });

  it('is not held by what it was set into', () => {
    const inside = there({ w: { ...window, wall: 'a', offset: 2 }, d: { ...door, wall: 'a', offset: 2 } });
    expect([fit('offset', 2.1, inside), fit('width', 1.2, inside)]).toEqual([2.1, 1.2]);
  });

  it('is unknown in no wall', () => {
    expect(fittingMeasure(both, 'gone', { key: 'width', value: 1 })).toBeNull();
  });

  it('never leads out of its wall nor into another opening, whatever is wanted', () => {
    const wanted = fc.record({
      key: fc.constantFrom('offset' as const, 'width' as const, 'height' as const, 'sill' as const),
      value: fc.double({ min: 0.01, max: 99, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 8 }), (all) => {
        const openings = new Map(both.openings);
        for (const one of all) {
          const now = openings.get('w') as DraftOpening;
          openings.set('w', { ...now, [one.key]: fittingMeasure({ ...both, openings }, 'w', one) ?? NaN });
        }
        const { offset, width, height, sill } = openings.get('w') as DraftOpening;
        expect(offset - width / 2).toBeGreaterThan(0.0099);
        expect(offset + width / 2).toBeLessThan(5.9901);
        expect(sill + height).toBeLessThan(2.5001);
        const isBeside = offset - width / 2 > 2.4599 || offset + width / 2 < 1.5401;
        expect(isBeside || sill > 2.0999).toBe(true);
      }),
    );
  });
});
