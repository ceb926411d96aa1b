import { type Accessor, Primitive } from '@gltf-transform/core';

/** The triangles of a glTF primitive as plain numbers, independent of the accessors' component types. */
export type Triangles = {
  positions: Float32Array;
  normals: Float32Array | null;
  /** Texture coordinates by set, V down as in glTF. */
  uvs: Float32Array[];
  /** Linear RGB, three a vertex. */
  colors: Float32Array | null;
  indices: Uint32Array;
};

/** Reads a primitive's triangles; strips and fans are converted. @returns `null` for points and lines. */
export function readTriangles(primitive: Primitive): Triangles | null {
  const position = primitive.getAttribute('POSITION');
  const indices = position && triangleIndices(primitive, position.getCount());
  if (!position || !indices) {
    return null;
  }
  const color = primitive.getAttribute('COLOR_0');
  return {
    positions: readFloats(position, 3),
    normals: readOptional(primitive.getAttribute('NORMAL'), 3),
    uvs: ['TEXCOORD_0', 'TEXCOORD_1'].flatMap((name) => readOptional(primitive.getAttribute(name), 2) ?? []),
    colors: readOptional(color, 3),
    indices,
  };
}

/** Number of triangles that a primitive draws; 0 for points and lines. */
export function countTriangles(primitive: Primitive): number {
  const corners = primitive.getIndices()?.getCount() ?? primitive.getAttribute('POSITION')?.getCount() ?? 0;
  switch (primitive.getMode()) {
    case Primitive.Mode.TRIANGLES:
      return Math.floor(corners / 3);
    case Primitive.Mode.TRIANGLE_STRIP:
    case Primitive.Mode.TRIANGLE_FAN:
      return Math.max(0, corners - 2);
    default:
      return 0;
  }
}

/** The first `components` of every element as floats, normalised integers mapped to 0…1 or −1…1. */
export function readFloats(accessor: Accessor, components: number): Float32Array {
  const count = accessor.getCount();
  const out = new Float32Array(count * components);
  const element: number[] = [];
  for (let i = 0; i < count; i += 1) {
    accessor.getElement(i, element);
    for (let c = 0; c < components; c += 1) {
      out[i * components + c] = element[c] ?? 0;
    }
  }
  return out;
}

function readOptional(accessor: Accessor | null, components: number): Float32Array | null {
  return accessor ? readFloats(accessor, components) : null;
}

function triangleIndices(primitive: Primitive, vertices: number): Uint32Array | null {
  const source = primitive.getIndices()?.getArray() ?? Uint32Array.from({ length: vertices }, (_, i) => i);
  switch (primitive.getMode()) {
    case Primitive.Mode.TRIANGLES:
      return Uint32Array.from(source.subarray(0, source.length - (source.length % 3)));
    case Primitive.Mode.TRIANGLE_STRIP:
      // The winding of a strip's triangles alternates.
      return unroll(source, (i) => (i % 2 === 0 ? [i, i + 1, i + 2] : [i + 1, i, i + 2]));
    case Primitive.Mode.TRIANGLE_FAN:
      return unroll(source, (i) => [0, i + 1, i + 2]);
    default:
      return null;
  }
}

function unroll(source: ArrayLike<number>, corners: (i: number) => number[]): Uint32Array {
  const triangles = Math.max(0, source.length - 2);
  return Uint32Array.from(
    Array.from({ length: triangles }, (_, i) => corners(i).map((corner) => source[corner] ?? 0)).flat(),
  );
}
