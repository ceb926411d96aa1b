import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterMarkers } from './marker-layer.ts';

const markers = fc
  .array(
    fc.record({
      x: fc.double({ min: -200, max: 200, noNaN: true }),
      y: fc.double({ min: -200, max: 200, noNaN: true }),
    }),
    { maxLength: 60 },
  )
  .map((places) => places.map((place, i) => ({ id: `a${i}`, number: i + 1, ...place })));

describe('marker clusters', () => {
  it('keep their distance and contain every marker', () => {
    fc.assert(
      fc.property(markers, (all) => {
        const clusters = clusterMarkers(all, 28);
        expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
        for (const [i, a] of clusters.entries()) {
          for (const b of clusters.slice(i + 1)) {
            expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(28);
          }
        }
      }),
    );
  });

  it('keep the position of their first marker', () => {
    const [cluster] = clusterMarkers(
      [
        { id: 'a', number: 1, x: 0, y: 0 },
        { id: 'b', number: 2, x: 10, y: 0 },
      ],
      28,
    );
    expect(cluster).toEqual({ id: 'a', number: 1, x: 0, y: 0, count: 2 });
  });
});
