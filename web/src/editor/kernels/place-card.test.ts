import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARD_WIDTH, placeCard } from './place-card.ts';

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 };
const frame = { width: 777, height: 700, insets: { ...NO_INSETS, top: 64 } };

describe('a card beside a point', () => {
  it('is to its right where there is room, and else to its left', () => {
    expect(placeCard({ x: 340, y: 200 }, frame)).toMatchObject({ left: 364, top: 176 });
    expect(placeCard({ x: 1000, y: 200 }, { ...frame, width: 1100 })).toMatchObject({ left: 656 });
  });

  it('is below or above it where neither side has room', () => {
    expect(placeCard({ x: 600, y: 200 }, frame)).toMatchObject({ left: 440, top: 224 });
    expect(placeCard({ x: 600, y: 600 }, frame)).toMatchObject({ left: 440, bottom: 124 });
  });

  it('is at the top right without a point', () => {
    expect(placeCard(null, frame)).toEqual({ left: 449, top: 72, maxHeight: 620 });
  });

  it('never covers a point in the free area', () => {
    const size = fc.record({
      width: fc.integer({ min: 700, max: 2000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(size, fc.double({ min: 0.02, max: 0.98, noNaN: true }), ({ width, share }, down) => {
        const seen = { width, height: 700, insets: NO_INSETS };
        const point = { x: share * width, y: down * 700 };
        const card = placeCard(point, seen);
        const isAcross = point.x > card.left && point.x < card.left + CARD_WIDTH;
        // The card may be as high as its limit.
        const top = 'top' in card ? card.top : 700 - card.bottom - card.maxHeight;
        const isDown = point.y > top && point.y < top + card.maxHeight;
        expect(isAcross && isDown).toBe(false);
      }),
    );
  });
});
