import { gridLayout, linearLayout, radialLayout } from '@diorama/shared/scene/nodes/repeat/layout.ts';
import { repeatProps } from '@diorama/shared/scene/nodes/repeat/schema.ts';
import { Box3, Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { firstRepeat } from './first-repeat.ts';

type Triple = [number, number, number];

const CM = 100;
const INCH = 1 / 0.0254;

describe('the defaults of a new repeat', () => {
  const sizes: Triple[] = [
    [1, 1, 1],
    [0.01, 0.02, 0.01],
    [40, 6, 12],
    [0.0004, 0.0004, 0.0004],
    [2, 0, 3],
  ];
  const patterns = [
    ['linear', linearLayout, 3],
    ['grid', gridLayout, 9],
    ['radial', radialLayout, 3],
  ] as const;
  const cases = sizes.flatMap((size) =>
    patterns.map(([name, layout, count]) => ({ size, name, layout, count })),
  );

  it.each(cases)('have a $name pattern of $size without overlapping copies', ({ size, layout, count }) => {
    const copies = layout(repeatProps.parse(firstRepeat(size, 1)));
    const box = new Box3().setFromCenterAndSize(new Vector3(), new Vector3(...size));
    const boxes = copies.map(({ position, rotation }) =>
      box.clone().applyMatrix4(new Matrix4().compose(position, rotation, new Vector3(1, 1, 1))),
    );
    expect(boxes).toHaveLength(count);
    for (const [i, one] of boxes.entries()) {
      for (const other of boxes.slice(i + 1)) {
        expect(one.intersectsBox(other)).toBe(false);
      }
    }
  });

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
    'have gaps for a size of $size that are short numbers at the display factor $factor',
    ({ size, factor, gaps }) => {
      const first = firstRepeat(size, factor);
      const shown = (metres: number) => Math.round(metres * factor * 1e6) / 1e6;
      expect(first.gaps?.map(shown)).toEqual(gaps);
      expect(first.step?.map(shown)).toEqual([gaps[0], 0, 0]);
    },
  );
});
