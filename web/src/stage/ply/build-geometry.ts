import { farOffset, type Offset } from '@diorama/shared/domain/far-offset.ts';
import { BufferAttribute, BufferGeometry, Color, Float32BufferAttribute, SRGBColorSpace } from 'three';
import { concaveTriangles } from '../concave-triangles.ts';
import type { PlyElements, PlyNumbers } from './read-ply.ts';

/** Property names of attributes in various tools. */
const PLACE = [
  ['x', 'px', 'posx'],
  ['y', 'py', 'posy'],
  ['z', 'pz', 'posz'],
] as const;
const NORMAL = [
  ['nx', 'normalx'],
  ['ny', 'normaly'],
  ['nz', 'normalz'],
] as const;
const UV = [
  ['s', 'u', 'texture_u', 'tx'],
  ['t', 'v', 'texture_v', 'ty'],
] as const;
const COLOR = [
  ['red', 'diffuse_red', 'r', 'diffuse_r'],
  ['green', 'diffuse_green', 'g', 'diffuse_g'],
  ['blue', 'diffuse_blue', 'b', 'diffuse_b'],
] as const;

const ALPHA = [['alpha', 'diffuse_alpha', 'a']] as const;

/** Maximum values of integer colours by type. */
const HIGHEST = new Map<number, number>([
  [1, 0xff],
  [2, 0xffff],
]);

/** Triangles by vertex index, with the face of each and the positions of its vertices in that face. */
type Triangles = { corners: number[]; faces: number[]; places: number[] };

type Attribute = BufferGeometry['attributes'][string];

export type PlyGeometry = {
  geometry: BufferGeometry;
  triangles: number;
  hasLostFaces: boolean;
  /** Subtracted from all vertices. */
  offset: Offset | null;
};

/** Triangulates polygons and strips, and splits vertices where faces have their own colours or texture coordinates. */
export function buildPlyGeometry(elements: readonly PlyElements[]): PlyGeometry {
  const [vertices, faces, strips] = ['vertex', 'face', 'tristrips'].map((kind) =>
    elements.find(({ name }) => name === kind),
  );
  const offset = vertices ? offsetOf(vertices) : null;
  const indexed = vertices ? pointsOf(vertices, offset) : new BufferGeometry();
  const triangles: Triangles = { corners: [], faces: [], places: [] };
  const lostFaces = faces ? addFaces(triangles, faces, indexed) : 0;
  const lostStrips = strips ? addStrips(triangles, strips, indexed) : 0;
  const count = triangles.corners.length / 3;
  if (count > 0) {
    indexed.setIndex(triangles.corners);
  }
  return {
    geometry: faces ? withFaces(indexed, faces, triangles) : indexed,
    triangles: count,
    hasLostFaces: lostFaces + lostStrips > 0,
    offset,
  };
}

/** Vector that moves vertices to the origin before they are rounded to 32 bits. */
function offsetOf(vertices: PlyElements): Offset | null {
  const columns = columnsOf(vertices, PLACE);
  const edges = columns?.map((column) => edgesOf(column.subarray(0, vertices.count)));
  return edges ? farOffset({ min: edges.map(([min]) => min), max: edges.map(([, max]) => max) }) : null;
}

function edgesOf(column: PlyNumbers): [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const value of column) {
    if (Number.isFinite(value)) {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  return [min, max];
}

function pointsOf(vertices: PlyElements, offset: Offset | null): BufferGeometry {
  const geometry = new BufferGeometry();
  const { count } = vertices;
  const set = (name: string, columns: PlyNumbers[] | null) => {
    if (columns) {
      geometry.setAttribute(name, new Float32BufferAttribute(woven(columns, count), columns.length));
    }
  };
  const places = columnsOf(vertices, PLACE);
  set(
    'position',
    offset && places
      ? places.map((column, axis) => Float64Array.from(column, (value) => value - (offset[axis] ?? 0)))
      : places,
  );
  set('normal', columnsOf(vertices, NORMAL));
  set('uv', columnsOf(vertices, UV));
  const colors = columnsOf(vertices, COLOR);
  if (colors) {
    const alpha = alphaOf(vertices);
    geometry.setAttribute('color', colorsOf([...colors, ...alpha], { count, rowAt: (i) => i }));
  }
  return geometry;
}

/** Opacity of vertices or faces, if it varies: many tools write the same value for all, and some always write zero. */
function alphaOf(elements: PlyElements): PlyNumbers[] {
  const [alpha] = columnsOf(elements, ALPHA) ?? [];
  const [highest = 1] = alpha ? highestsOf([alpha]) : [];
  const isUsed = alpha?.some((value) => value < highest) && alpha.some((value) => value > 0);
  return alpha && isUsed ? [alpha] : [];
}

function isFraction(column: PlyNumbers | undefined): boolean {
  return column instanceof Float32Array || column instanceof Float64Array;
}

/** Maximum of each colour column. Some tools write bytes as floats, where a maximum of 1 would be wrong. */
function highestsOf(columns: readonly PlyNumbers[]): number[] {
  const isOfBytes = columns.some((column) => isFraction(column) && column.some((value) => value >= 2));
  const ofFractions = isOfBytes ? 0xff : 1;
  return columns.map((column) =>
    isFraction(column) ? ofFractions : (HIGHEST.get(column.BYTES_PER_ELEMENT) ?? 0xff),
  );
}

/** @returns null if one of them is missing. */
function columnsOf({ numbers }: PlyElements, names: readonly (readonly string[])[]): PlyNumbers[] | null {
  const found = names.flatMap((aliases) => {
    const name = aliases.find((alias) => numbers.has(alias));
    return numbers.get(name ?? '') ?? [];
  });
  return found.length === names.length ? found : null;
}

function woven(columns: readonly PlyNumbers[], count: number): Float32Array {
  const all = new Float32Array(count * columns.length);
  columns.forEach((column, offset) => {
    for (let i = 0; i < count; i += 1) {
      all[i * columns.length + offset] = column[i] ?? 0;
    }
  });
  return all;
}

/** Linear colours, as integers where the file has integers, with opacity if present. */
function colorsOf(
  columns: readonly PlyNumbers[],
  { count, rowAt }: { count: number; rowAt: (i: number) => number },
): BufferAttribute {
  const [red] = columns;
  const size = columns.length;
  const isFloat = isFraction(red);
  const highests = highestsOf(columns);
  const [highest = 1] = highests;
  const all = isFloat
    ? new Float32Array(count * size)
    : new (highest === 0xffff ? Uint16Array : Uint8Array)(count * size);
  const color = new Color();
  for (let i = 0; i < count; i += 1) {
    const [r = 0, g = 0, b = 0, ...alpha] = columns.map(
      (column, k) => (column[rowAt(i)] ?? 0) / (highests[k] ?? 1),
    );
    const light = [...color.setRGB(r, g, b, SRGBColorSpace).toArray(), ...alpha];
    all.set(isFloat ? light : light.map((value) => Math.round(value * highest)), i * size);
  }
  return new BufferAttribute(all, size, !isFloat);
}

/** @returns the number of faces with too few or missing vertices. */
function addFaces(triangles: Triangles, faces: PlyElements, { attributes }: BufferGeometry): number {
  const lists = faces.lists.get('vertex_indices') ?? faces.lists.get('vertex_index');
  let lost = faces.declared - faces.count;
  for (let face = 0; face < faces.count; face += 1) {
    const corners = lists?.values.slice(lists.starts[face], lists.starts[face + 1]) ?? [];
    if (corners.length < 3 || !areThere(corners, attributes.position)) {
      lost += 1;
      continue;
    }
    for (const places of split(corners, attributes.position)) {
      triangles.corners.push(...places.map((place) => corners[place] ?? 0));
      triangles.places.push(...places);
      triangles.faces.push(face);
    }
  }
  return lost;
}

function areThere(corners: readonly number[], position: Attribute | undefined): boolean {
  return corners.every((corner) => corner >= 0 && corner < (position?.count ?? 0));
}

/** Triangulates a polygon, by the positions of its vertices in it. */
function split(corners: readonly number[], position: Attribute | undefined): number[][] {
  const at = (corner: number) =>
    [position?.getX(corner) ?? 0, position?.getY(corner) ?? 0, position?.getZ(corner) ?? 0] as const;
  const concave = corners.length > 3 ? concaveTriangles(corners.map(at)) : null;
  return concave ?? corners.slice(2).map((_, i) => [0, i + 1, i + 2]);
}

/**
 * A negative index starts a new strip.
 * @returns the number of truncated strips, and of triangles with missing vertices.
 */
function addStrips(triangles: Triangles, strips: PlyElements, { attributes }: BufferGeometry): number {
  let lost = strips.declared - strips.count;
  for (const { starts, values } of strips.lists.values()) {
    for (let strip = 0; strip < strips.count; strip += 1) {
      const [start = 0, end = 0] = [starts[strip], starts[strip + 1]];
      let begin = start;
      for (let at = start; at < end; at += 1) {
        if ((values[at] ?? -1) < 0) {
          begin = at + 1;
        } else if (at - begin >= 2) {
          const [a = 0, b = 0, c = 0] = values.slice(at - 2, at + 1);
          if (!areThere([a, b, c], attributes.position)) {
            lost += 1;
            continue;
          }
          // Every other triangle of a strip has reversed winding.
          triangles.corners.push(...((at - begin) % 2 === 0 ? [a, b, c] : [b, a, c]));
        }
      }
    }
  }
  return lost;
}

/** Adds attributes of faces, if there are any. */
function withFaces(indexed: BufferGeometry, faces: PlyElements, triangles: Triangles): BufferGeometry {
  const places = faces.lists.get('texcoord');
  const colors = columnsOf(faces, COLOR);
  // Strips have no face attributes.
  const isWhole = triangles.faces.length * 3 === triangles.corners.length;
  if (!(places || colors) || !isWhole || triangles.corners.length === 0) {
    return indexed;
  }
  const geometry = indexed.toNonIndexed();
  const faceAt = (i: number) => triangles.faces[Math.floor(i / 3)] ?? 0;
  if (places) {
    const uvs = triangles.places.flatMap((place, i) => {
      const at = (places.starts[faceAt(i)] ?? 0) + place * 2;
      return [places.values[at] ?? 0, places.values[at + 1] ?? 0];
    });
    geometry.setAttribute('uv', new Float32BufferAttribute(uvs, 2));
  }
  if (colors) {
    const columns = [...colors, ...alphaOf(faces)];
    geometry.setAttribute('color', colorsOf(columns, { count: triangles.places.length, rowAt: faceAt }));
  }
  return geometry;
}
