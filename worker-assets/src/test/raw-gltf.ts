import { glbOf } from '@diorama/stack/test/tiny-files.ts';

const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const;
type Shape = keyof typeof COMPONENTS;

const FLOAT = 5126;
const UINT16 = 5123;

/** Builds a GLB byte by byte, including files that no library would write. */
export class RawGltf {
  readonly json: Record<string, unknown[]> & { asset?: unknown; scene?: number; extensionsUsed?: string[] } =
    { nodes: [], meshes: [], accessors: [], bufferViews: [] };
  readonly #chunks: Buffer[] = [];
  #length = 0;

  /** Adds bytes to the buffer. @returns the index of their view */
  view(bytes: Uint8Array, more: object = {}): number {
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    this.#chunks.push(padded);
    const at = this.add('bufferViews', {
      buffer: 0,
      byteOffset: this.#length,
      byteLength: bytes.length,
      ...more,
    });
    this.#length += padded.length;
    return at;
  }

  /** Adds an item to a list of the file. @returns its index */
  add(list: string, part: object): number {
    const parts = this.json[list] ?? [];
    this.json[list] = parts;
    return parts.push(part) - 1;
  }

  floats(type: Shape, values: readonly number[], more: object = {}): number {
    return this.add('accessors', {
      bufferView: this.view(bytesOf(Float32Array.from(values))),
      componentType: FLOAT,
      count: values.length / COMPONENTS[type],
      type,
      ...(type === 'VEC3' && boundsOf(values)),
      ...more,
    });
  }

  indices(values: readonly number[]): number {
    return this.add('accessors', {
      bufferView: this.view(bytesOf(Uint16Array.from(values))),
      componentType: UINT16,
      count: values.length,
      type: 'SCALAR',
    });
  }

  /** A sparse accessor of zeros. */
  sparse(type: Shape, count: number, elements: ReadonlyMap<number, readonly number[]>): number {
    const values = [...elements.values()].flat();
    const whole = Array.from(
      { length: count },
      (_, at) => elements.get(at) ?? Array(COMPONENTS[type]).fill(0),
    );
    return this.add('accessors', {
      componentType: FLOAT,
      count,
      type,
      ...boundsOf(whole.flat()),
      sparse: {
        count: elements.size,
        indices: { bufferView: this.view(bytesOf(Uint16Array.from(elements.keys()))), componentType: UINT16 },
        values: { bufferView: this.view(bytesOf(Float32Array.from(values))) },
      },
    });
  }

  /** The bytes of the file, with a scene of these root nodes. */
  glb(roots: readonly number[]): Uint8Array {
    const bin = Buffer.concat(this.#chunks);
    const json = {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: roots }],
      buffers: [{ byteLength: bin.length }],
      ...this.json,
    };
    return glbOf(json, bin);
  }
}

/** The vertices of a triangle of one metre, in the XY plane. */
export const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0] as const;

function bytesOf(array: Float32Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function boundsOf(values: readonly number[]): { min: number[]; max: number[] } {
  const axis = (of: (...numbers: number[]) => number, at: number) =>
    Math.fround(of(...values.filter((_, i) => i % 3 === at)));
  return { min: [0, 1, 2].map((at) => axis(Math.min, at)), max: [0, 1, 2].map((at) => axis(Math.max, at)) };
}
