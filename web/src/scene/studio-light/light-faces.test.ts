import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FACE_SIZES, packFaces, unpackFaces } from './light-faces.ts';

const LARGEST_HALF = 0x7bff;

/** Faces with random texels, unlike any light. */
function noise(seed: number): Uint16Array[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % (LARGEST_HALF + 1);
  };
  return FACE_SIZES.flatMap((size) =>
    Array.from({ length: 6 }, () => new Uint16Array(size * size).map(next)),
  );
}

it('unpackFaces restores packed texels within two half-float steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
      const faces = noise(seed);
      const back = unpackFaces(packFaces(faces));
      expect(back.map(({ length }) => length)).toEqual(faces.map(({ length }) => length));
      const off = faces.map((face, at) =>
        face.reduce((most, half, i) => Math.max(most, Math.abs(half - (back[at]?.[i] ?? 0))), 0),
      );
      expect(Math.max(...off)).toBeLessThanOrEqual(2);
    }),
    { numRuns: 5 },
  );
});
