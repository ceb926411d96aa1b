import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { leftOutViews } from '@diorama/shared/domain/report-lines.ts';
import {
  BufferAttribute,
  BufferGeometry,
  type Material,
  Mesh,
  MeshPhongMaterial,
  type Object3D,
  type Vector3,
} from 'three';
import { TDSLoader } from 'three/addons/loaders/TDSLoader.js';
import type { Point } from '../concave-triangles.ts';
import { cornerNormals } from '../corner-normals.ts';
import type { FileSet } from '../file-set.ts';
import { animate } from './animate.ts';
import { CHUNK, type Chunk, Chunks } from './chunks.ts';
import { readKeyframes } from './read-keyframes.ts';

/** The faces of a mesh, as its file has them. */
type TdsFaces = {
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

/** Grey of faces that have no material. */
const PLAIN = 0xcccccc;

/** Opens a 3DS file; Z stays up. */
export function loadTds(bytes: ArrayBuffer, files: FileSet): Object3D {
  const loader = new TDSLoader(files.manager);
  const root = loader.parse(bytes, '');
  // The loader keeps materials by name in what its types call a list.
  const materials = loader.materials as unknown as Record<string, Material>;
  unlessCut(files, importMessage('3ds.smoothing'), () => {
    const meshes = root.children.filter((child) => child instanceof Mesh);
    const plain = new MeshPhongMaterial({ color: PLAIN });
    for (const [i, faces] of readFaces(bytes).entries()) {
      const mesh = meshes[i];
      if (mesh && faces.corners.length > 0) {
        assignMaterials(mesh, faces, (name) => materials[name] ?? plain);
      }
    }
  });
  unlessCut(files, importMessage('lost.materials-and-pictures'), () => {
    files.contents = { pictures: readPictures(bytes) };
  });
  unlessCut(files, importMessage('lost.cameras-and-lights'), () => {
    files.dropped.push(...leftOutViews(countViews(bytes)));
  });
  unlessCut(files, importMessage('lost.animations'), () => animate(root, readKeyframes(bytes)));
  return root;
}

/** Leaves a part of a file out that ends too early. */
function unlessCut(files: FileSet, lost: ImportMessage, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    files.dropped.push(lost);
  }
}

/**
 * Gives the faces of a mesh their materials and normals, in place: the loader takes faces of one material for neighbours,
 * and smooths all edges.
 */
function assignMaterials(mesh: Mesh, faces: TdsFaces, materialOf: (name: string) => Material): void {
  const { geometry } = mesh;
  const positions = geometry.getAttribute('position');
  const vertices = positions?.count ?? 0;
  if (faces.corners.some((corner) => corner >= vertices)) {
    return;
  }
  const parts = facesByMaterial(faces);
  const order = parts.flatMap((part) => part.faces).flatMap((face) => [face * 3, face * 3 + 1, face * 3 + 2]);
  const made = new BufferGeometry();
  const uvs = geometry.getAttribute('uv');
  const vertexOrder = order.map((corner) => faces.corners[corner] ?? 0);
  made.setAttribute('position', orderedAttribute(positions.array, 3, vertexOrder));
  if (uvs?.count === vertices) {
    made.setAttribute('uv', orderedAttribute(uvs.array, 2, vertexOrder));
  }
  // Normals of flat faces, as no vertex is shared.
  made.computeVertexNormals();
  const normals = made.getAttribute('normal');
  const smooth = smoothNormals(positions, faces);
  order.forEach((corner, at) => {
    const normal = smooth[Math.floor(corner / 3)]?.[corner % 3];
    if (normal) {
      normals.setXYZ(at, normal.x, normal.y, normal.z);
    }
  });
  let start = 0;
  for (const [i, { faces: own }] of parts.entries()) {
    made.addGroup(start, own.length * 3, i);
    start += own.length * 3;
  }
  mesh.geometry = made;
  const assigned = parts.map(({ name }) => materialOf(name));
  mesh.material = assigned.length === 1 && assigned[0] ? assigned[0] : assigned;
}

/** Smooth normals of the corners of each face; null for flat faces. */
function smoothNormals(
  positions: ReturnType<BufferGeometry['getAttribute']>,
  { corners, smoothing }: TdsFaces,
): (Vector3[] | null)[] {
  const pointAt = (corner: number): Point => {
    const vertex = corners[corner] ?? 0;
    return [positions.getX(vertex), positions.getY(vertex), positions.getZ(vertex)];
  };
  const faces = Array.from({ length: corners.length / 3 }, (_, face) =>
    [0, 1, 2].map((corner) => pointAt(face * 3 + corner)),
  );
  return cornerNormals(faces, (face, other) =>
    smoothing ? ((smoothing[face] ?? 0) & (smoothing[other] ?? 0)) !== 0 : null,
  );
}

/** Each face once, with the first material that names it; others have none. */
function facesByMaterial({ corners, materials }: TdsFaces): TdsFaces['materials'] {
  const left = new Set(Array.from({ length: corners.length / 3 }, (_, face) => face));
  const parts = materials.map(({ name, faces }) => ({
    name,
    faces: faces.filter((face) => left.delete(face)),
  }));
  return [...parts, { name: '', faces: [...left] }].filter(({ faces }) => faces.length > 0);
}

function orderedAttribute(
  values: ArrayLike<number>,
  size: number,
  order: readonly number[],
): BufferAttribute {
  const array = new Float32Array(order.length * size);
  order.forEach((from, to) => {
    for (let i = 0; i < size; i += 1) {
      array[to * size + i] = values[from * size + i] ?? 0;
    }
  });
  return new BufferAttribute(array, size);
}

/**
 * Reads the faces of the meshes of a 3DS file, in the order in which three's loader reads the meshes.
 * @throws RangeError for a file that is cut off.
 */
function readFaces(bytes: ArrayBuffer): TdsFaces[] {
  const reader = new Chunks(new DataView(bytes));
  const meshes = [...chunksOfObjects(reader)].filter(({ id }) => id === CHUNK.mesh);
  return meshes.map((mesh) => readMesh(reader, mesh));
}

/** Counts the cameras and lights of a 3DS file. @throws RangeError for a file that is cut off. */
function countViews(bytes: ArrayBuffer): { cameras: number; lights: number } {
  const ids = [...chunksOfObjects(new Chunks(new DataView(bytes)))].map(({ id }) => id);
  const count = (kind: number) => ids.filter((id) => id === kind).length;
  return { cameras: count(CHUNK.camera), lights: count(CHUNK.light) };
}

/** Names of the pictures of all materials. @throws RangeError for a file that is cut off. */
function readPictures(bytes: ArrayBuffer): string[] {
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

/** Kind of each named object of a file: a mesh, a camera or a light. */
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
