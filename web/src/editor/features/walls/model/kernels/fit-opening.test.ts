import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { twoWalls, window } from '../../../../test/walls-fixture.ts';
import { clampMeasure, freeOffset } from './fit-opening.ts';
import type { DraftOpening } from './walls.ts';

describe('a copy of an opening', () => {
  it('gets the nearest free offset beside existing openings', () => {
    const w = { ...window, wall: 'a', offset: 2 };
    expect(freeOffset(twoWalls(), w)).toBe(2);
    expect(freeOffset(twoWalls({ w }), w)).toBeCloseTo(3.01, 9);
    expect(freeOffset(twoWalls({ w, v: { ...w, offset: 3.01 } }), w)).toBeCloseTo(0.99, 9);
    const wide = { ...w, width: 5.5 };
    expect(freeOffset(twoWalls({ wide }), wide)).toBeNull();
    expect(freeOffset(twoWalls(), { ...w, wall: 'gone' })).toBeNull();
  });

  it('is placed beside an opening that is higher than the wall', () => {
    const high = { ...window, wall: 'a', offset: 2, height: 9 };
    expect(freeOffset(twoWalls({ high }), high)).toBeCloseTo(3.01, 9);
  });
});

describe('clampMeasure', () => {
  const door = { type: 'door' as const, width: 0.9, height: 2.1, sill: 0 };
  const both = twoWalls({ w: { ...window, wall: 'a', offset: 4 }, d: { ...door, wall: 'a', offset: 2 } });
  const fit = (key: 'offset' | 'width' | 'height' | 'sill', value: number, walls = both) =>
    clampMeasure(walls, 'w', { key, value });

  it('returns a value that fits', () => {
    expect([fit('offset', 4.7), fit('width', 1.4), fit('height', 1.5), fit('sill', 0.4)]).toEqual([
      4.7, 1.4, 1.5, 0.4,
    ]);
  });

  it('clamps a value to the wall', () => {
    expect(fit('offset', 99)).toBeCloseTo(5.49, 9);
    expect(fit('offset', -3)).toBeCloseTo(0.51, 9);
    expect(fit('height', 9)).toBeCloseTo(1.6, 9);
    expect(fit('sill', 5)).toBeCloseTo(1.3, 9);
  });

  it('keeps an opening out of its neighbors, and moves the opening past them', () => {
    expect(fit('offset', 2.8)).toBeCloseTo(2.96, 9);
    expect(fit('offset', 1.5)).toBeCloseTo(1.04, 9);
    expect(fit('width', 50)).toBeCloseTo(3.08, 9);
  });

  it('returns a valid value for an invalid opening', () => {
    const wrong = twoWalls({ w: { ...window, wall: 'a', offset: 99, width: 50, sill: 5 } });
    expect(fit('width', 1, wrong)).toBe(1);
    expect(fit('offset', 2, wrong)).toBeCloseTo(3, 9);
    expect(fit('sill', 0.5, wrong)).toBe(0.5);
  });

  it('ignores an opening that already overlaps', () => {
    const inside = twoWalls({ w: { ...window, wall: 'a', offset: 2 }, d: { ...door, wall: 'a', offset: 2 } });
    expect([fit('offset', 2.1, inside), fit('width', 1.2, inside)]).toEqual([2.1, 1.2]);
  });

  it('returns null for an unknown opening', () => {
    expect(clampMeasure(both, 'gone', { key: 'width', value: 1 })).toBeNull();
  });

  it('keeps an opening inside its wall and out of other openings, for any values', () => {
    const wanted = fc.record({
      key: fc.constantFrom('offset' as const, 'width' as const, 'height' as const, 'sill' as const),
      value: fc.double({ min: 0.01, max: 99, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 8 }), (all) => {
        const openings = new Map(both.openings);
        for (const one of all) {
          const now = openings.get('w') as DraftOpening;
          openings.set('w', { ...now, [one.key]: clampMeasure({ ...both, openings }, 'w', one) ?? NaN });
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
