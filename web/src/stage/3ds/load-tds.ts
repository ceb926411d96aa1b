import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { leftOutViews } from '@diorama/shared/domain/left-out-views.ts';
import {
  BufferAttribute,
  BufferGeometry,
  type Material,
  Mesh,
  MeshPhongMaterial,
  type Object3D,
} from 'three';
import { TDSLoader } from 'three/addons/loaders/TDSLoader.js';
import type { FileSet } from '../file-set.ts';
import { animate } from './animate.ts';
import { countViews, readFaces, readPictures, type TdsFaces } from './read-faces.ts';
import { readKeyframes } from './read-keyframes.ts';
import { smoothCorners } from './smooth-corners.ts';

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
        dressFaces(mesh, faces, (name) => materials[name] ?? plain);
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
function dressFaces(mesh: Mesh, faces: TdsFaces, materialOf: (name: string) => Material): void {
  const { geometry } = mesh;
  const positions = geometry.getAttribute('position');
  const vertices = positions?.count ?? 0;
  if (faces.corners.some((corner) => corner >= vertices)) {
    return;
  }
  const normals = smoothCorners(positions.array, faces.corners, faces.smoothing);
  const parts = facesByMaterial(faces);
  const order = parts.flatMap((part) => part.faces).flatMap((face) => [face * 3, face * 3 + 1, face * 3 + 2]);
  const made = new BufferGeometry();
  const uvs = geometry.getAttribute('uv');
  made.setAttribute(
    'position',
    gathered(
      positions.array,
      3,
      order.map((corner) => faces.corners[corner] ?? 0),
    ),
  );
  made.setAttribute('normal', gathered(normals, 3, order));
  if (uvs?.count === vertices) {
    made.setAttribute(
      'uv',
      gathered(
        uvs.array,
        2,
        order.map((corner) => faces.corners[corner] ?? 0),
      ),
    );
  }
  let start = 0;
  for (const [i, { faces: own }] of parts.entries()) {
    made.addGroup(start, own.length * 3, i);
    start += own.length * 3;
  }
  mesh.geometry = made;
  const dressed = parts.map(({ name }) => materialOf(name));
  mesh.material = dressed.length === 1 && dressed[0] ? dressed[0] : dressed;
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

function gathered(values: ArrayLike<number>, size: number, order: readonly number[]): BufferAttribute {
  const array = new Float32Array(order.length * size);
  order.forEach((from, to) => {
    for (let i = 0; i < size; i += 1) {
      array[to * size + i] = values[from * size + i] ?? 0;
    }
  });
  return new BufferAttribute(array, size);
}
