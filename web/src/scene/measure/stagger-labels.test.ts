import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { staggerLabels } from './stagger-labels.ts';

const number = fc.double({ min: -100, max: 100, noNaN: true });

describe('labels', () => {
  it('never overlap, for any positions', () => {
    const box = fc.record({
      x: number,
      y: number,
      width: fc.integer({ min: 1, max: 80 }),
      height: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(box, { maxLength: 12 }), (labels) => {
        const placed = staggerLabels(labels);
        for (const [i, a] of placed.entries()) {
          for (const b of placed.slice(i + 1)) {
            const isApart =
              Math.abs(a.x - b.x) >= (a.width + b.width) / 2 ||
              Math.abs(a.y - b.y) >= (a.height + b.height) / 2;
            expect(isApart).toBe(true);
          }
        }
      }),
    );
  });
});
