import { decodeText } from '@diorama/shared/domain/decode-text.ts';
import { moveToOrigin, type Offset } from '@diorama/shared/domain/far-offset.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { countStlTriangles, filledStlText, isBinaryStl } from '@diorama/shared/domain/sniff-stl.ts';
import {
  BufferGeometry,
  Float32BufferAttribute,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Triangle,
  Vector3,
} from 'three';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import type { FileSet } from './file-set.ts';
import { plainNumber } from './parse-text.ts';

/** Minimum length of a valid normal. */
const SHORTEST = 1e-6;

/** STL has no materials, so this is the grey of a print. */
const STL_COLOR = 0xcccccc;
const COUNT_AT = 80;
const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;
/** A vertex, or the start or end of a facet's vertices. */
const LOOP = /\bvertex\s+(\S+)\s+(\S+)\s+(\S+)|\b(?:outer\s+loop|endloop)\b/gi;
const CUT = importMessage('lost.cut-off-triangles');

/** Loads an STL of either form, in any case, with any line endings, with trailing bytes or without its end. */
export function loadStl(bytes: ArrayBuffer, files: FileSet): Object3D {
  const all = new Uint8Array(bytes);
  const text = isBinaryStl(all, all.length) ? null : (decodeText(all) ?? filledStlText(all));
  const { geometry, offset } = text === null ? readBinary(all, files) : readText(text);
  repairFacetNormals(geometry);
  const material = new MeshStandardMaterial({
    color: STL_COLOR,
    roughness: 0.6,
    vertexColors: geometry.hasAttribute('color'),
  });
  const mesh = new Mesh(geometry, material);
  mesh.position.fromArray(offset ?? [0, 0, 0]);
  return mesh;
}

type Facets = {
  geometry: BufferGeometry;
  /** Subtracted from all vertices. */
  offset: Offset | null;
};

function readBinary(all: Uint8Array, files: FileSet): Facets {
  const geometry = new STLLoader(files.manager).parse(wholeTriangles(all, files));
  return { geometry, offset: moveToOrigin(geometry.getAttribute('position').array) };
}

/** Truncates the file after its last whole triangle and sets the count in its header, which the loader relies on. */
function wholeTriangles(all: Uint8Array, files: FileSet): ArrayBuffer {
  const { declared = 0, held = 0 } = countStlTriangles(all, all.length) ?? {};
  if (declared > held) {
    files.warnings.push(CUT);
  }
  const count = declared > 0 ? Math.min(declared, held) : held;
  const whole = all.slice(0, HEADER_BYTES + count * TRIANGLE_BYTES);
  new DataView(whole.buffer).setUint32(COUNT_AT, count, true);
  return whole.buffer;
}

/** Reads vertices of text facets; normals are computed from them. */
function readText(text: string): Facets {
  const positions: number[] = [];
  let corners: number[][] = [];
  for (const [, x, y, z] of text.matchAll(LOOP)) {
    if (x !== undefined) {
      corners.push([x, y, z].map((number = '') => Number(plainNumber(number))));
      continue;
    }
    // An invalid vertex drops its facet.
    const whole = corners.flat().every(Number.isFinite) ? corners : [];
    whole.slice(2).forEach((corner, i) => {
      positions.push(...(whole[0] ?? []), ...(whole[i + 1] ?? []), ...corner);
    });
    corners = [];
  }
  const offset = moveToOrigin(positions);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(new Float32Array(positions.length), 3));
  return { geometry, offset };
}

/** Computes missing facet normals, in place: many tools write zeros and leave it to the reader. */
function repairFacetNormals(geometry: BufferGeometry): void {
  const positions = geometry.getAttribute('position');
  const normals = geometry.getAttribute('normal');
  const triangle = new Triangle();
  const normal = new Vector3();
  for (let at = 0; at + 2 < positions.count; at += 3) {
    normal.fromBufferAttribute(normals, at);
    if (!(normal.lengthSq() > SHORTEST * SHORTEST)) {
      triangle.setFromAttributeAndIndices(positions, at, at + 1, at + 2).getNormal(normal);
      for (const corner of [at, at + 1, at + 2]) {
        normals.setXYZ(corner, normal.x, normal.y, normal.z);
      }
    }
  }
}
