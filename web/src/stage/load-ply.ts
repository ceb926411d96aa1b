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
    files.warnings.push(
      'Some faces have fewer than three corners, more than four or are cut off, and are left out.',
    );
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
  const end = /^end_header$/m.exec(text);
  if (!end) {
    throw new RefusedError('The file is damaged: its head ends too early.');
  }
  const header = text.slice(0, end.index);
  const elements = header
    .split(/^[^\S\r\n]*element\s/m)
    .slice(1)
    .map(readElement);
  const isHollow = elements.some(({ count, hasProperties }) => count > 0 && !hasProperties);
  // Each element takes at least a byte.
  if (isHollow || elements.reduce((sum, { count }) => sum + count, 0) > bytes.byteLength) {
    throw new RefusedError('The file is damaged: it says to hold more than it does.');
  }
  const countOf = (kind: string) =>
    elements.reduce((sum, { name, count }) => sum + (name === kind ? count : 0), 0);
  const picture = /^comment\s+TextureFile\s+(.+)$/im.exec(header)?.[1]?.trim() ?? null;
  const ofFaces = elements.find(({ name }) => name === 'face')?.text ?? '';
  return {
    isByFace: /^property\s+(list\s+\S+\s+\S+\s+texcoord|\S+\s+(diffuse_)?red)\b/m.test(ofFaces),
    vertices: countOf('vertex'),
    faces: countOf('face') + countOf('tristrips'),
    picture,
  };
}

type HeaderElement = { text: string; name: string; count: number; hasProperties: boolean };

/** @param text an element and its properties, up to the next. */
function readElement(text: string): HeaderElement {
  const [name = '', count = ''] = text.trimStart().split(/\s+/, 2);
  const hasProperties = /^[^\S\r\n]*property\s/m.test(text);
  return { text, name, count: Math.max(Number.parseInt(count, 10) || 0, 0), hasProperties };
}
