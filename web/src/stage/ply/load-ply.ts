import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { Mesh, MeshStandardMaterial, type Object3D, Points, PointsMaterial } from 'three';
import type { FileSet } from '../file-set.ts';
import { RefusedError } from '../refused-error.ts';
import { buildGeometry, type PlyGeometry } from './build-geometry.ts';
import { type PlyElements, readPly } from './read-ply.ts';

/** PLY has no materials, so this is the grey of a scan. */
const PLY_COLOR = 0xcccccc;

/**
 * Loads a PLY: a mesh if it has faces or strips, points otherwise.
 * @throws {@link RefusedError} for files that declare more than they contain.
 */
export function loadPly(bytes: ArrayBuffer, files: FileSet): Object3D {
  const { elements, picture } = readPly(bytes);
  const built = buildGeometry(elements);
  const object = build(elements, { ...built, picture }, files);
  object.position.fromArray(built.offset ?? [0, 0, 0]);
  return object;
}

function build(
  elements: readonly PlyElements[],
  { geometry, triangles, hasLostFaces, picture }: PlyGeometry & { picture: string | null },
  files: FileSet,
): Object3D {
  const isSurface = elements.some(({ name, said }) => (name === 'face' || name === 'tristrips') && said > 0);
  const isCut = elements.some(({ name, said, count }) => name === 'vertex' && count < said);
  if (isCut || !geometry.hasAttribute('position') || (isSurface && triangles === 0)) {
    throw new RefusedError(importMessage('damaged.ends-before-content'));
  }
  if (hasLostFaces) {
    files.warnings.push(importMessage('lost.broken-faces'));
  }
  const hasColors = geometry.hasAttribute('color');
  const transparent = hasColors && geometry.getAttribute('color').itemSize === 4;
  if (!isSurface) {
    return new Points(geometry, new PointsMaterial({ vertexColors: hasColors, transparent }));
  }
  if (!geometry.hasAttribute('normal')) {
    geometry.computeVertexNormals();
  }
  const map = picture !== null && geometry.hasAttribute('uv') ? files.picture(picture) : null;
  const color = hasColors || map ? 0xffffff : PLY_COLOR;
  return new Mesh(
    geometry,
    new MeshStandardMaterial({ color, map, roughness: 0.8, vertexColors: hasColors, transparent }),
  );
}
