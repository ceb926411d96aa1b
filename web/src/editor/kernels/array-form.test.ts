import { Box3, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { arrayMatrices } from './arrange.ts';
import { arrayPlanOf, firstArray, type Triple } from './array-form.ts';

const CM = 100;
const INCH = 1 / 0.0254;

describe('A form for copies as it is first seen', () => {
  const sizes: Triple[] = [
    [1, 1, 1],
    [0.01, 0.02, 0.01],
    [40, 6, 12],
    [0.0004, 0.0004, 0.0004],
    [2, 0, 3],
  ];
  const kinds = [
    ['linear', 2],
    ['grid', 8],
    ['radial', 2],
  ] as const;
  const cases = sizes.flatMap((size) => kinds.map(([kind, copies]) => ({ size, kind, copies })));

  it.each(cases)(
    'makes a $kind array of $size in which no copy stands in another',
    ({ size, kind, copies }) => {
      const form = firstArray(size, 1);
      const matrices = arrayMatrices(arrayPlanOf({ ...form, kind }), new Vector3());
      const box = new Box3().setFromCenterAndSize(new Vector3(), new Vector3(...size));
      const boxes = [box, ...matrices.map((matrix) => box.clone().applyMatrix4(matrix))];
      expect(matrices).toHaveLength(copies);
      for (const [i, one] of boxes.entries()) {
        for (const other of boxes.slice(i + 1)) {
          expect(one.intersectsBox(other)).toBe(false);
        }
      }
    },
  );

  it.each([
    { size: [1, 2, 0.37], factor: 1, gaps: [1.1, 2.2, 0.41] },
    { size: [0.01, 0.01, 0.01], factor: 1, gaps: [0.011, 0.011, 0.011] },
    { size: [0.01, 0.01, 0.01], factor: CM, gaps: [1.1, 1.1, 1.1] },
    { size: [40, 3, 40], factor: 1, gaps: [44, 3.3, 44] },
    { size: [0.0004, 0, 0.0004], factor: 1, gaps: [0.001, 0.001, 0.001] },
    { size: [1, 1, 1], factor: INCH, gaps: [44, 44, 44] },
    { size: [0, 0, 0], factor: 1, gaps: [1, 1, 1] },
    { size: [2, 0, 3], factor: 1, gaps: [2.2, 3.3, 3.3] },
  ] as { size: Triple; factor: number; gaps: number[] }[])(
    'follows a size of $size with numbers that are short where they are shown times $factor',
    ({ size, factor, gaps }) => {
      const form = firstArray(size, factor);
      const shown = (metres: number) => Math.round(metres * factor * 1e6) / 1e6;
      expect(form.gaps.map(shown)).toEqual(gaps);
      expect(form.step.map(shown)).toEqual([gaps[0], 0, 0]);
    },
  );

  it('goes around further off the more there are', () => {
    const radiusOf = (count: number) => firstArray([1, 1, 1], 1, count).radius;
    expect([2, 12, 48].map((count) => Math.round(radiusOf(count) * 1e6) / 1e6)).toEqual([0.78, 3.1, 12]);
  });
});
