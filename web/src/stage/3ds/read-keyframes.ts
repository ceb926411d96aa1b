import { Matrix4, Quaternion, Vector3 } from 'three';
import { CHUNK, type Chunk, Chunks, type Key } from './chunks.ts';

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
