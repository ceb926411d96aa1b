import { CHUNK, type Chunk, Chunks } from './chunks.ts';

/** The faces of a mesh, as its file has them. */
export type TdsFaces = {
  /** Three vertices a face. */
  corners: Uint32Array;
  /** The faces of each material, by its name. */
  materials: { name: string; faces: number[] }[];
  /** Bits of the smoothing groups of each face; null where the mesh has none. */
  smoothing: Uint32Array | null;
};

const FACE_BYTES = 8;
/** Pictures of colours, highlights, transparency, relief, gloss, light and reflections. */
const MAPS: ReadonlySet<number> = new Set([0xa200, 0xa204, 0xa210, 0xa230, 0xa33c, 0xa33d, 0xa220]);

/**
 * Reads the faces of the meshes of a 3DS file, in the order in which three's loader reads the meshes.
 * @throws RangeError for a file that is cut off.
 */
export function readFaces(bytes: ArrayBuffer): TdsFaces[] {
  const reader = new Chunks(new DataView(bytes));
  const meshes = [...chunksOfObjects(reader)].filter(({ id }) => id === CHUNK.mesh);
  return meshes.map((mesh) => readMesh(reader, mesh));
}

/** Counts the cameras and lights of a 3DS file. @throws RangeError for a file that is cut off. */
export function countViews(bytes: ArrayBuffer): { cameras: number; lights: number } {
  const ids = [...chunksOfObjects(new Chunks(new DataView(bytes)))].map(({ id }) => id);
  const count = (kind: number) => ids.filter((id) => id === kind).length;
  return { cameras: count(CHUNK.camera), lights: count(CHUNK.light) };
}

/** Names of the pictures of all materials. @throws RangeError for a file that is cut off. */
export function readPictures(bytes: ArrayBuffer): string[] {
  const reader = new Chunks(new DataView(bytes));
  const names: string[] = [];
  for (const { id, start, end } of partsOfEditor(reader)) {
    for (const map of id === CHUNK.material ? reader.list(start, end) : []) {
      for (const part of MAPS.has(map.id) ? reader.list(map.start, map.end) : []) {
        if (part.id === CHUNK.mapName) {
          names.push(reader.text(part.start).text);
        }
      }
    }
  }
  return names.filter((name) => name !== '');
}

/** What each named object of a file is: a mesh, a camera or a light. */
function* chunksOfObjects(reader: Chunks): Generator<Chunk> {
  for (const object of partsOfEditor(reader)) {
    if (object.id === CHUNK.object) {
      yield* reader.list(reader.text(object.start).end, object.end);
    }
  }
}

function* partsOfEditor(reader: Chunks): Generator<Chunk> {
  for (const main of reader.list(0, reader.view.byteLength)) {
    for (const part of main.id === CHUNK.main ? reader.list(main.start, main.end) : []) {
      if (part.id === CHUNK.editor) {
        yield* reader.list(part.start, part.end);
      }
    }
  }
}

function readMesh(reader: Chunks, mesh: Chunk): TdsFaces {
  const read: TdsFaces = { corners: new Uint32Array(), materials: [], smoothing: null };
  for (const chunk of reader.list(mesh.start, mesh.end)) {
    if (chunk.id !== CHUNK.faces) {
      continue;
    }
    const { view } = reader;
    const count = view.getUint16(chunk.start, true);
    const cornerOf = (_: unknown, i: number) =>
      view.getUint16(chunk.start + 2 + Math.floor(i / 3) * FACE_BYTES + (i % 3) * 2, true);
    read.corners = Uint32Array.from({ length: count * 3 }, cornerOf);
    for (const part of reader.list(chunk.start + 2 + count * FACE_BYTES, chunk.end)) {
      if (part.id === CHUNK.faceMaterial) {
        const { text, end } = reader.text(part.start);
        const faces = Array.from({ length: view.getUint16(end, true) }, (_, i) =>
          view.getUint16(end + 2 + i * 2, true),
        );
        read.materials.push({ name: text, faces: faces.filter((face) => face < count) });
      } else if (part.id === CHUNK.smoothing) {
        const known = Math.min(count, Math.floor((part.end - part.start) / 4));
        read.smoothing = new Uint32Array(count);
        for (let face = 0; face < known; face += 1) {
          read.smoothing[face] = view.getUint32(part.start + face * 4, true);
        }
      }
    }
  }
  return read;
}
