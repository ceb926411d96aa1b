import { Matrix4, Quaternion, Vector3 } from 'three';

/** A key of a track; time is in frames. */
export type Key<Value> = { frame: number; value: Value };

/** Animation of an object in a 3DS file, relative to its parent. */
export type KeyframeNode = {
  id: number;
  name: string;
  /** Id of the parent node, or -1. */
  parent: number;
  pivot: Vector3;
  position: Key<Vector3>[];
  /** Absolute, although the file stores each relative to the previous one. */
  rotation: Key<Quaternion>[];
  scale: Key<Vector3>[];
};

export type Keyframes = {
  nodes: KeyframeNode[];
  /** Matrices of meshes at the time when their vertices were written, by name. */
  matrices: Map<string, Matrix4>;
};

const CHUNK = {
  main: 0x4d4d,
  editor: 0x3d3d,
  object: 0x4000,
  mesh: 0x4100,
  matrix: 0x4160,
  keyframes: 0xb000,
  node: 0xb002,
  id: 0xb030,
  header: 0xb010,
  pivot: 0xb013,
  position: 0xb020,
  rotation: 0xb021,
  scale: 0xb022,
} as const;
const HEAD_BYTES = 6;
/** Flags of a key that each add one number: tension, continuity, bias and the two eases. */
const SPLINE_BITS = [1, 2, 4, 8, 16];

/** Reads a 3DS file's animation, which three.js' loader ignores. @throws RangeError for a truncated file. */
export function readKeyframes(bytes: ArrayBuffer): Keyframes {
  const reader = new Chunks(new DataView(bytes));
  const found: Keyframes = { nodes: [], matrices: new Map() };
  for (const main of reader.list(0, bytes.byteLength)) {
    for (const part of main.id === CHUNK.main ? reader.list(main.start, main.end) : []) {
      if (part.id === CHUNK.editor) {
        readMatrices(reader, part, found.matrices);
      } else if (part.id === CHUNK.keyframes) {
        const nodes = [...reader.list(part.start, part.end)].filter(({ id }) => id === CHUNK.node);
        found.nodes.push(...nodes.map((node, i) => readNode(reader, node, i)));
      }
    }
  }
  return found;
}

function readMatrices(reader: Chunks, editor: Chunk, matrices: Map<string, Matrix4>): void {
  for (const object of reader.list(editor.start, editor.end)) {
    if (object.id !== CHUNK.object) {
      continue;
    }
    const { text, end } = reader.text(object.start);
    for (const mesh of reader.list(end, object.end)) {
      for (const part of mesh.id === CHUNK.mesh ? reader.list(mesh.start, mesh.end) : []) {
        if (part.id === CHUNK.matrix) {
          const [x, y, z, origin] = [0, 12, 24, 36].map((offset) => reader.vector(part.start + offset));
          const matrix = new Matrix4().makeBasis(x ?? new Vector3(), y ?? new Vector3(), z ?? new Vector3());
          matrices.set(text, matrix.setPosition(origin ?? new Vector3()));
        }
      }
    }
  }
}

function readNode(reader: Chunks, chunk: Chunk, index: number): KeyframeNode {
  const node: KeyframeNode = {
    id: index,
    name: '',
    parent: -1,
    pivot: new Vector3(),
    position: [],
    rotation: [],
    scale: [],
  };
  for (const { id, start } of reader.list(chunk.start, chunk.end)) {
    switch (id) {
      case CHUNK.id:
        node.id = reader.view.getUint16(start, true);
        break;
      case CHUNK.header: {
        const { text, end } = reader.text(start);
        node.name = text;
        node.parent = reader.view.getInt16(end + 4, true);
        break;
      }
      case CHUNK.pivot:
        node.pivot = reader.vector(start);
        break;
      case CHUNK.position:
        node.position = reader.keys(start, 12, (at) => reader.vector(at));
        break;
      case CHUNK.scale:
        node.scale = reader.keys(start, 12, (at) => reader.vector(at));
        break;
      case CHUNK.rotation:
        node.rotation = addUp(reader.keys(start, 16, (at) => reader.turn(at)));
        break;
      default:
    }
  }
  return node;
}

function addUp(keys: Key<Quaternion>[]): Key<Quaternion>[] {
  const so = new Quaternion();
  return keys.map(({ frame, value }) => ({ frame, value: so.premultiply(value).clone() }));
}

type Chunk = { id: number; start: number; end: number };

class Chunks {
  readonly view: DataView;

  constructor(view: DataView) {
    this.view = view;
  }

  *list(from: number, to: number): Generator<Chunk> {
    for (let at = from; at + HEAD_BYTES <= to; ) {
      const length = this.view.getUint32(at + 2, true);
      if (length < HEAD_BYTES || at + length > to) {
        throw new RangeError('A chunk is longer than what holds it');
      }
      yield { id: this.view.getUint16(at, true), start: at + HEAD_BYTES, end: at + length };
      at += length;
    }
  }

  /** Reads a zero-terminated text, and the offset after it. */
  text(at: number): { text: string; end: number } {
    let text = '';
    let end = at;
    for (let letter = this.view.getUint8(end); letter !== 0; letter = this.view.getUint8(end)) {
      text += String.fromCharCode(letter);
      end += 1;
    }
    return { text, end: end + 1 };
  }

  vector(at: number): Vector3 {
    return new Vector3(
      ...([0, 4, 8].map((offset) => this.view.getFloat32(at + offset, true)) as [number, number, number]),
    );
  }

  /** Reads an angle and an axis, with reversed direction of rotation. */
  turn(at: number): Quaternion {
    const axis = this.vector(at + 4);
    return axis.lengthSq() > 0
      ? new Quaternion().setFromAxisAngle(axis.normalize(), -this.view.getFloat32(at, true))
      : new Quaternion();
  }

  keys<Value>(start: number, bytes: number, read: (at: number) => Value): Key<Value>[] {
    const count = this.view.getUint32(start + 10, true);
    const keys: Key<Value>[] = [];
    let at = start + 14;
    for (let i = 0; i < count; i += 1) {
      const frame = this.view.getUint32(at, true);
      const spline = this.view.getUint16(at + 4, true);
      at += 6 + 4 * SPLINE_BITS.filter((bit) => (spline & bit) !== 0).length;
      keys.push({ frame, value: read(at) });
      at += bytes;
    }
    return keys;
  }
}
