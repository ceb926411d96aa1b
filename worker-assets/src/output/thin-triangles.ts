import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Accessor, type Document, Primitive } from '@gltf-transform/core';
import { convertPrimitiveToTriangles } from '@gltf-transform/functions';
import { measure, primitivesIn } from './measure.ts';
import { readFloats } from './triangles.ts';
import { weldVertices } from './weld-vertices.ts';

/** Input of the thread: arrays, and the array indices of each mesh. */
export type Thinning = {
  positions: Float32Array[];
  indices: Uint32Array[];
  meshes: { indices: number; positions: number; target: number }[];
  /** Largest surface error, relative to the mesh's size. */
  error: number;
};

/** Output of the thread: the remaining indices of each mesh, and the transferred arrays. */
export type Thinned = Pick<Thinning, 'positions' | 'indices'> & { thinned: Uint32Array[] };

/** The remaining indices of each primitive in order; null for unchanged ones. */
export type ThinCorners = readonly (Uint32Array | null)[];

const ENTRY = join(import.meta.dirname, 'simplify-thread.ts');
const { TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } = Primitive.Mode;

/**
 * Simplifies a welded document to at most `most` triangles, within the error limit.
 * @returns the remaining indices. A thread does the work; the arrays are transferred to it and back, without
 * a copy.
 */
export async function findThinCorners(
  document: Document,
  { most, error }: { most: number; error: number },
): Promise<ThinCorners> {
  const ratio = most / measure(document).triangles;
  const primitives = primitivesIn(document);
  if (ratio >= 1) {
    return primitives.map(() => null);
  }
  const transferred = new TransferredArrays();
  const meshes = primitives.map((primitive) => transferred.take(primitive, ratio));
  const work = { ...transferred.arrays, meshes: meshes.filter((mesh) => mesh !== null), error };
  const { thinned, ...returned } = await inThread(work);
  transferred.restore(returned);
  return meshes.map((mesh) => (mesh ? (thinned.shift() ?? null) : null));
}

/** Reduces a document, or a copy of it, to the given triangles and their vertices. */
export function leaveCorners(document: Document, corners: ThinCorners): void {
  primitivesIn(document).forEach((primitive, i) => {
    const left = corners[i];
    const before = primitive.getIndices();
    if (left && before) {
      const array = Uint32Array.from(left);
      primitive.setIndices(
        document.createAccessor().setType('SCALAR').setArray(array).setBuffer(before.getBuffer()),
      );
    }
  });
  if (corners.some((left) => left !== null)) {
    weldVertices(document);
  }
}

/** The arrays of a document that are transferred to a thread. Arrays of other types are copied. */
class TransferredArrays {
  readonly arrays: Pick<Thinning, 'positions' | 'indices'> = { positions: [], indices: [] };
  /** Array index by accessor. */
  readonly #positions = new Map<Accessor, number>();
  readonly #indices = new Map<Accessor, number>();

  /** Adds the arrays of a primitive; null for a primitive without indexed triangles. */
  take(primitive: Primitive, ratio: number): Thinning['meshes'][number] | null {
    const position = primitive.getAttribute('POSITION');
    if (!position || !hasTriangles(primitive)) {
      return null;
    }
    const indices = primitive.getIndices();
    if (!indices) {
      return null;
    }
    return {
      positions: this.#place(this.#positions, position, () => this.arrays.positions.push(floatsOf(position))),
      indices: this.#place(this.#indices, indices, () => this.arrays.indices.push(cornersOf(indices))),
      target: Math.floor((ratio * indices.getCount()) / 3) * 3,
    };
  }

  restore({ positions, indices }: Pick<Thinning, 'positions' | 'indices'>): void {
    this.#restore(this.#positions, positions);
    this.#restore(this.#indices, indices);
  }

  #place(known: Map<Accessor, number>, accessor: Accessor, addArray: () => void): number {
    const place = known.get(accessor) ?? known.size;
    if (place === known.size) {
      known.set(accessor, place);
      addArray();
    }
    return place;
  }

  #restore(accessors: ReadonlyMap<Accessor, number>, arrays: readonly (Float32Array | Uint32Array)[]): void {
    accessors.forEach((place, accessor) => {
      const array = arrays[place];
      // Copied arrays are still in the document.
      if (array && accessor.getArray()?.length === 0) {
        // The thread received the buffer by transfer, so it is not shared.
        accessor.setArray(array as Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>);
      }
    });
  }
}

/**
 * Converts strips and fans to triangles. Primitives without indices share no vertices and cannot be
 * simplified.
 */
function hasTriangles(primitive: Primitive): boolean {
  if (primitive.getMode() === TRIANGLE_STRIP || primitive.getMode() === TRIANGLE_FAN) {
    convertPrimitiveToTriangles(primitive);
  }
  return primitive.getMode() === TRIANGLES;
}

function floatsOf(position: Accessor): Float32Array {
  const array = position.getArray();
  return array instanceof Float32Array && isWhole(array) ? array : readFloats(position, 3);
}

function cornersOf(indices: Accessor): Uint32Array {
  const array = indices.getArray();
  return array instanceof Uint32Array && isWhole(array) ? array : Uint32Array.from(array ?? []);
}

/** Only whole buffers are transferred, because a partial view may share its buffer. */
function isWhole({ buffer, byteLength }: Float32Array | Uint32Array): boolean {
  return buffer.byteLength === byteLength;
}

async function inThread(work: Thinning): Promise<Thinned> {
  const transferList = [...work.positions, ...work.indices].map(({ buffer }) => buffer as ArrayBuffer);
  const thread = new Worker(ENTRY, { workerData: work, transferList });
  try {
    const [answer] = await once(thread, 'message');
    return answer;
  } finally {
    await thread.terminate();
  }
}
