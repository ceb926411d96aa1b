import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { arrayMatrices } from './arrange.ts';
import { arrayPlanOf, FIRST_ARRAY } from './array-form.ts';

describe('A form for copies as it is first seen', () => {
  it.each([
    ['linear', 2],
    ['grid', 8],
    ['radial', 2],
  ] as const)('makes a %s array in which no copy stands in another', (kind, copies) => {
    const matrices = arrayMatrices(arrayPlanOf({ ...FIRST_ARRAY, kind }), new Vector3());
    const places = matrices.map((matrix) => new Vector3().applyMatrix4(matrix));
    expect(places).toHaveLength(copies);
    for (const [i, place] of [new Vector3(), ...places].entries()) {
      for (const other of places.slice(i)) {
        expect(place.distanceTo(other)).toBeGreaterThanOrEqual(1 - 1e-9);
      }
    }
  });
});
