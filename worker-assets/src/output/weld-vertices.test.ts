import { Document, type Primitive } from '@gltf-transform/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { weldVertices } from './weld-vertices.ts';

type Corner = { at: number; shade: number };

/** A primitive of the given vertices, with a byte attribute beside its floats. */
function build(vertices: readonly Corner[], indices: readonly number[] | null): [Document, Primitive] {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'VEC3' | 'SCALAR', array: Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(vertices.flatMap(({ at }) => [at, 0, 1]))))
    .setAttribute(
      '_SHADE',
      accessor(
        'SCALAR',
        Uint8Array.from(vertices, ({ shade }) => shade),
      ),
    );
  if (indices) {
    const array = Uint16Array.from(indices);
    primitive.setIndices(document.createAccessor().setType('SCALAR').setArray(array).setBuffer(buffer));
  }
  document.createMesh().addPrimitive(primitive);
  return [document, primitive];
}

/** The vertices that a primitive draws, in order. */
function drawn(primitive: Primitive): Corner[] {
  const [position, shade] = [primitive.getAttribute('POSITION'), primitive.getAttribute('_SHADE')];
  const order =
    primitive.getIndices()?.getArray() ?? Array.from({ length: position?.getCount() ?? 0 }, (_, i) => i);
  return Array.from(order, (i) => ({
    at: position?.getElement(i, [])[0] ?? Number.NaN,
    shade: shade?.getScalar(i) ?? Number.NaN,
  }));
}

const corner = fc.record({ at: fc.integer({ min: 0, max: 3 }), shade: fc.integer({ min: 0, max: 2 }) });

it('weldVertices keeps the drawn corners and stores each vertex once', () => {
  const cases = fc
    .array(corner, { minLength: 3, maxLength: 40 })
    .chain((vertices) =>
      fc.tuple(
        fc.constant(vertices),
        fc.option(fc.array(fc.nat(vertices.length - 1), { minLength: 3, maxLength: 60 })),
      ),
    );
  fc.assert(
    fc.property(cases, ([vertices, indices]) => {
      const [document, primitive] = build(vertices, indices);
      const before = drawn(primitive);
      weldVertices(document);
      expect(drawn(primitive)).toEqual(before);
      const left = primitive.getAttribute('POSITION')?.getCount();
      expect(left).toBe(new Set(before.map((one) => JSON.stringify(one))).size);
    }),
  );
});

it('weldVertices keeps the arrays of a mesh without duplicate vertices', () => {
  const [document, primitive] = build(
    [0, 1, 2].map((at) => ({ at, shade: at })),
    [2, 1, 0],
  );
  const array = primitive.getAttribute('POSITION')?.getArray();
  weldVertices(document);
  expect(primitive.getAttribute('POSITION')?.getArray()).toBe(array);
});

it('weldVertices removes a mesh that draws nothing', () => {
  const [document] = build([{ at: 0, shade: 0 }], []);
  weldVertices(document);
  expect(document.getRoot().listMeshes()).toEqual([]);
});
