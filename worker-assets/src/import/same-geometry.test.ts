import { BoxGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { optimized } from '../test/optimized.ts';
import { createRandom, ModelBuilder } from '../test/size-corpus/model-builder.ts';
import { morphed, skinned, turning } from '../test/size-corpus/moving.ts';
import { hills, knot } from '../test/size-corpus/shapes.ts';
import { describeModel } from './describe-model.ts';
import { isSameGeometry, modelGeometryOf } from './same-geometry.ts';

const BOX = {
  triangles: 12,
  isSkinned: false,
  bounds: { min: [0, 0, 0], max: [16.384, 1, 1] } satisfies ReturnType<typeof describeModel>['bounds'],
};

describe('the geometry of a model', () => {
  it('is the same within the rounding of quantization', () => {
    const max: [number, number, number] = [16.3845, 1.003, 0.997];
    expect(isSameGeometry(BOX, { ...BOX, bounds: { ...BOX.bounds, max } })).toBe(true);
  });

  it.each([
    ['has an additional triangle', { triangles: 13 }],
    ['is larger', { bounds: { ...BOX.bounds, max: [16.384, 1.01, 1] as [number, number, number] } }],
    ['is smaller', { bounds: { ...BOX.bounds, min: [0.01, 0, 0] as [number, number, number] } }],
    ['has NaN bounds', { bounds: { ...BOX.bounds, min: [Number.NaN, 0, 0] as [number, number, number] } }],
  ])('is different when it %s', (_, change) => {
    expect(isSameGeometry(BOX, { ...BOX, ...change })).toBe(false);
  });

  it('may differ by one weight step if it has bones', () => {
    const max: [number, number, number] = [16.43, 1, 1];
    expect(isSameGeometry(BOX, { ...BOX, bounds: { ...BOX.bounds, max } })).toBe(false);
    expect(isSameGeometry({ ...BOX, isSkinned: true }, { ...BOX, bounds: { ...BOX.bounds, max } })).toBe(
      true,
    );
    const far: [number, number, number] = [16.5, 1, 1];
    expect(isSameGeometry({ ...BOX, isSkinned: true }, { ...BOX, bounds: { ...BOX.bounds, max: far } })).toBe(
      false,
    );
  });

  it('is compared only by triangles if its bounds were not measured', () => {
    const far: [number, number, number] = [9, 9, 9];
    expect(isSameGeometry({ ...BOX, bounds: null }, { ...BOX, bounds: { min: far, max: far } })).toBe(true);
    expect(isSameGeometry({ ...BOX, bounds: null }, { ...BOX, triangles: 11 })).toBe(false);
  });

  const turnedCopies = () => {
    const builder = new ModelBuilder();
    const random = createRandom(3);
    for (let i = 0; i < 6; i += 1) {
      const angle = random() * Math.PI;
      builder
        .place(`Cube ${i}`, builder.mesh(`Cube ${i}`, new BoxGeometry()), [i * 3, 0, 0])
        .setRotation([0, Math.sin(angle), 0, Math.cos(angle)]);
    }
    return builder;
  };
  const manyParts = () => {
    const builder = new ModelBuilder();
    for (let i = 0; i < 40; i += 1) {
      builder.place(`Knot ${i}`, builder.mesh(`Knot ${i}`, knot(24 + i)), [i * 2, 1, 0]);
    }
    return builder;
  };
  const hilly = () => {
    const builder = new ModelBuilder();
    builder.place('Hills', builder.mesh('Hills', hills(64)));
    return builder;
  };
  it.each([
    ['of many parts', manyParts],
    ['of rotated copies', turnedCopies],
    ['with an animation', () => turning(2, new BoxGeometry())],
    ['with bones', () => skinned(8, 12)],
    ['with morph targets', () => morphed(3, 16)],
    ['of a terrain', hilly],
  ])('%s is the same after optimization', async (_, make) => {
    const { document } = await make();
    const before = modelGeometryOf(document);
    expect(before.bounds).not.toBeNull();
    expect(isSameGeometry(before, describeModel(await optimized(document)))).toBe(true);
  });
});
