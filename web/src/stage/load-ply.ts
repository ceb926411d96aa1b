import { BufferAttribute, Mesh, MeshStandardMaterial, type Object3D, Points, PointsMaterial } from 'three';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import type { FileSet } from './file-set.ts';
import { RefusedError } from './refused-error.ts';

/** PLY knows no materials: the grey of a scan. */
const PLY_COLOR = 0xcccccc;
const HEADER_BYTES = 64 * 1024;

/**
 * Opens a PLY: a surface where it has faces, points where it has none.
 * @throws {@link RefusedError} for files that say to hold more than they do.
 */
export function loadPly(bytes: ArrayBuffer, files: FileSet): Object3D {
  const { vertices, faces, isByFace, picture } = readHeader(bytes);
  const geometry = new PLYLoader().parse(bytes);
  const points = geometry.getAttribute('position').count;
  const corners = geometry.index?.count ?? (faces > 0 ? points : 0);
  // What is said by face takes its corners apart, so that nothing is shared by an index.
  const isCut = isByFace ? corners === 0 : points < vertices || (faces > 0 && !geometry.index);
  if (isCut) {
    throw new RefusedError('The file is damaged: it ends before all that it says to hold.');
  }
  if (corners < faces * 3) {
    files.warnings.push('Some faces have fewer than three corners or are cut off, and are left out.');
  }
  for (const [name, attribute] of Object.entries(geometry.attributes)) {
    // glTF has no doubles, and no whole numbers for places.
    if (!attribute.normalized && !(attribute.array instanceof Float32Array)) {
      const numbers = Float32Array.from(attribute.array);
      geometry.setAttribute(name, new BufferAttribute(numbers, attribute.itemSize));
    }
  }
  const hasColors = geometry.hasAttribute('color');
  if (faces === 0) {
    return new Points(geometry, new PointsMaterial({ vertexColors: hasColors }));
  }
  if (!geometry.hasAttribute('normal')) {
    geometry.computeVertexNormals();
  }
  const map = picture !== null && geometry.hasAttribute('uv') ? files.picture(picture) : null;
  const color = hasColors || map ? 0xffffff : PLY_COLOR;
  return new Mesh(
    geometry,
    new MeshStandardMaterial({ color, map, roughness: 0.8, vertexColors: hasColors }),
  );
}

type Header = {
  vertices: number;
  faces: number;
  /** Whether faces have colours or places in a picture of their own. */
  isByFace: boolean;
  picture: string | null;
};

function readHeader(bytes: ArrayBuffer): Header {
  const text = new TextDecoder('latin1').decode(
    new Uint8Array(bytes, 0, Math.min(bytes.byteLength, HEADER_BYTES)),
  );
  const end = /^end_header\s/m.exec(text);
  if (!end) {
    throw new RefusedError('The file is damaged: its head ends too early.');
  }
  const header = text.slice(0, end.index);
  const counts = new Map(
    [...header.matchAll(/^element\s+(\S+)\s+(\d+)/gm)].map(([, name = '', count]) => [name, Number(count)]),
  );
  // Each element takes at least a byte.
  if ([...counts.values()].reduce((sum, count) => sum + count, 0) > bytes.byteLength) {
    throw new RefusedError('The file is damaged: it says to hold more than it does.');
  }
  const picture = /^comment\s+TextureFile\s+(.+?)\s*$/im.exec(header)?.[1] ?? null;
  const ofFaces = header.split(/^element\s+/m).find((element) => element.startsWith('face')) ?? '';
  return {
    isByFace: /^property\s+(list\s+\S+\s+\S+\s+texcoord|\S+\s+(diffuse_)?red)\b/m.test(ofFaces),
    vertices: counts.get('vertex') ?? 0,
    faces: (counts.get('face') ?? 0) + (counts.get('tristrips') ?? 0),
    picture,
  };
}
