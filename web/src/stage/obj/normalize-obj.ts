import { boxOf, farOffset, type Offset } from '@diorama/shared/domain/far-offset.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import type { Vector3 } from 'three';
import { concaveTriangles, type Point } from '../concave-triangles.ts';
import { cornerNormals } from '../corner-normals.ts';
import { LOST_FACES } from '../loss-messages.ts';
import { plainNumber } from '../parse-text.ts';

/** Numbers of a vertex with a colour. */
const COLORED = 6;

/** Vertex colours of a file. */
type VertexColors = {
  /** Colours in separate lines, in the order of the vertices. */
  paint: number[];
  /** Number of vertices with an inline colour, and its largest component. */
  colored: number;
  brightest: number;
};

/** Four pairs of digits per vertex: its mask and its colour. */
const PAINTED = /[0-9a-f]{8}/gi;

const WHITE = 0xffffff;

const BYTE = 0xff;

const DIGITS = 4;
const NORMAL_DIGITS = 5;

/** A line or points of an object, written separately from its faces. */
type Apart = { object: string; material: string; kind: 'l' | 'p'; indices: number[] };

/** A face without normals: its line in the text, its vertices, and its smoothing group; null for none. */
type BareFace = { line: number; points: readonly Point[]; group: string | null };

/** State of the reader: the output text, and counts of what faces may refer to. */
type State = {
  vertices: number[];
  normals: boolean[];
  places: number;
  colors: VertexColors;
  kept: string[];
  apart: Apart[];
  object: string;
  material: string;
  hasCurves: boolean;
  hasLostFaces: boolean;
  /** Smoothing group; '' for none, null before the first statement. */
  group: string | null;
  bare: BareFace[];
};

type NormalizedObj = {
  text: string;
  warnings: ImportMessage[];
  dropped: ImportMessage[];
  /** Subtracted from all vertices. */
  offset: Offset | null;
};

const NUMBERS = /^(v|vn|vt)$/;
const NAMING = /^(g|o|s|usemtl|mtllib)$/;
/** ZBrush's vertex colours, which are a comment for most other tools. */
const PAINT = '#mrgb';
const ORIGIN = [0, 0, 0] as const;
const CURVES = /^(curv2?|surf)$/;

/**
 * Rewrites an OBJ so that three.js' loader reads it correctly. That loader draws faces as lines if their object also
 * contains a line. It triangulates concave polygons as fans and reads comments after numbers as vertices.
 */
export function normalizeObj(text: string): NormalizedObj {
  const state: State = {
    vertices: [],
    normals: [],
    places: 0,
    colors: { paint: [], colored: 0, brightest: 0 },
    kept: [],
    apart: [],
    object: '',
    material: '',
    hasCurves: false,
    hasLostFaces: false,
    group: null,
    bare: [],
  };
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\\[ \t]*(?:\r\n|\r|\n)/g, ' ')
    .split(/\r\n|\r|\n/);
  for (const line of lines) {
    readLine(state, line.trim());
  }
  const offset = farOffset(boxOf(state.vertices));
  const colored = withColors(withNormals(state), state.vertices.length / 3, state.colors);
  const kept = offset ? colored.map((line) => moved(line, offset)) : colored;
  return {
    text: [...withFirstObject(kept, state.apart), ...state.apart.flatMap(written)].join('\n'),
    warnings: state.hasLostFaces ? [LOST_FACES] : [],
    dropped: state.hasCurves ? [importMessage('lost.curves')] : [],
    offset,
  };
}

function readLine(state: State, line: string): void {
  const keyword = (/^\S*/.exec(line)?.[0] ?? '').toLowerCase();
  if (NAMING.test(keyword)) {
    const name = line.slice(keyword.length).trim();
    if (keyword === 'o' || keyword === 'g') {
      state.object = name;
    } else if (keyword === 'usemtl') {
      state.material = name;
    } else if (keyword === 's') {
      state.group = /^(off|0)?$/i.test(name) ? '' : name;
    }
    state.kept.push(`${keyword} ${name}`);
    return;
  }
  if (keyword === PAINT) {
    for (const color of readPaint(line)) {
      state.colors.paint.push(color);
    }
    return;
  }
  const words = (line.split('#', 1)[0] ?? '').trim().split(/\s+/).slice(1);
  if (NUMBERS.test(keyword)) {
    readNumbers(state, keyword, words);
  } else if (keyword === 'f') {
    state.kept.push(...faces(state, words));
  } else if (keyword === 'l' || keyword === 'p') {
    const { object, material, vertices } = state;
    const indices = words.map((word) => indexOf(word, vertices.length / 3));
    state.apart.push({ object, material, kind: keyword, indices });
  } else {
    state.hasCurves ||= CURVES.test(keyword);
  }
}

function readNumbers(state: State, keyword: string, words: readonly string[]): void {
  const plain = words.map(plainNumber);
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = plain.map(Number);
  if (keyword === 'v') {
    state.vertices.push(x, y, z);
    if (plain.length >= COLORED) {
      state.colors.colored += 1;
      state.colors.brightest = Math.max(state.colors.brightest, ...plain.slice(3, COLORED).map(Number));
    }
  } else if (keyword === 'vn') {
    const length = Math.hypot(x, y, z);
    state.normals.push(length > 0 && Number.isFinite(length));
  } else {
    state.places += 1;
    // Texture coordinates may have a single number.
    plain.push(...['0', '0'].slice(plain.length));
  }
  state.kept.push(`${keyword} ${plain.join(' ')}`);
}

function faces(state: State, words: readonly string[]): string[] {
  const { vertices, normals, places } = state;
  const corners = words.map((word) => {
    const [vertex = '', place, normal] = word.split('/');
    return {
      vertex: indexOf(vertex, vertices.length / 3),
      place: indexOf(place ?? '', places),
      normal: indexOf(normal ?? '', normals.length),
    };
  });
  const points = corners.map(({ vertex }) => pointAt(vertices, vertex));
  if (corners.length < 3 || !points.flat().every(Number.isFinite)) {
    state.hasLostFaces ||= corners.length > 0;
    return [];
  }
  // If some vertices of a face lack an attribute, the loader computes it for all of them.
  const hasPlaces = corners.every(({ place }) => place >= 1 && place <= places);
  const hasNormals = corners.every(({ normal }) => normals[normal - 1] === true);
  const whole = corners.map(
    ({ vertex, place, normal }) => `${vertex}/${hasPlaces ? place : ''}/${hasNormals ? normal : ''}`,
  );
  const triangles = corners.length > 3 ? concaveTriangles(points) : null;
  const polygons = triangles ?? [corners.keys().toArray()];
  polygons.forEach((polygon, i) => {
    if (!hasNormals && state.group !== '') {
      const own = polygon.map((corner) => points[corner] ?? ORIGIN);
      state.bare.push({ line: state.kept.length + i, points: own, group: state.group });
    }
  });
  return polygons.map((polygon) => `f ${polygon.map((corner) => whole[corner]).join(' ')}`);
}

/**
 * Inserts normals for smooth faces without any; a face can only refer to normals above it. The loader computes those of flat
 * faces.
 */
function withNormals({ kept, bare, normals }: State): string[] {
  if (bare.length === 0) {
    return kept;
  }
  const groupOf = (face: number) => bare[face]?.group;
  const smooth = cornerNormals(
    bare.map(({ points }) => points),
    (face, other) => groupOf(face) === groupOf(other) && (groupOf(face) === null ? null : true),
  );
  const numbers = new Map<string, number>();
  const numberOf = (normal: Vector3): number => {
    const values = normal.toArray().map((value) => Number(value.toFixed(NORMAL_DIGITS)));
    const line = `vn ${values.join(' ')}`;
    const number = numbers.get(line) ?? normals.length + numbers.size + 1;
    numbers.set(line, number);
    return number;
  };
  const rest = [...kept];
  for (const [face, { line }] of bare.entries()) {
    const found = smooth[face]?.map(numberOf);
    const words = rest[line]?.split(' ').slice(1) ?? [];
    if (found) {
      rest[line] = `f ${words.map((word, corner) => `${word}${found[corner]}`).join(' ')}`;
    }
  }
  const isNormal = (line: string) => line.startsWith('vn ');
  return [...kept.filter(isNormal), ...numbers.keys(), ...rest.filter((line) => !isNormal(line))];
}

/** Returns NaN for a missing vertex. */
function pointAt(vertices: readonly number[], index: number): [number, number, number] {
  const at = (index - 1) * 3;
  const { [at]: x = Number.NaN, [at + 1]: y = Number.NaN, [at + 2]: z = Number.NaN } = vertices;
  return [x, y, z];
}

/** Names the faces before the first object: the loader would add them to the lines that follow. */
function withFirstObject(kept: readonly string[], apart: readonly Apart[]): readonly string[] {
  return apart.length > 0 ? ['o Faces', ...kept] : kept;
}

/** Counted from 1; negative ones count back from the last so far. */
function indexOf(word: string, count: number): number {
  const index = Number.parseInt(word, 10);
  return index < 0 ? count + index + 1 : index;
}

function moved(line: string, offset: readonly number[]): string {
  const [keyword, ...words] = line.split(' ');
  return keyword === 'v'
    ? `v ${words.map((word, i) => (i < 3 ? Number(word) - (offset[i] ?? 0) : word)).join(' ')}`
    : line;
}

function written({ object, material, kind, indices }: Apart, at: number, all: readonly Apart[]): string[] {
  const before = all[at - 1];
  const isSame = before?.object === object && before.kind === kind;
  const head = isSame ? [] : [`o ${object || (kind === 'l' ? 'Lines' : 'Points')}`];
  const paint = material && !(isSame && before.material === material) ? [`usemtl ${material}`] : [];
  return [...head, ...paint, `${kind} ${indices.join(' ')}`];
}

/** Colours of the next vertices in a ZBrush line, as integers. */
function readPaint(line: string): number[] {
  const colors = line.split(/\s+/)[1]?.match(PAINTED) ?? [];
  return colors.map((color) => Number.parseInt(color, 16) & WHITE);
}

/**
 * Converts an OBJ's vertex colours to the loader's form: shares of 1 after all positions, or after none. Some tools
 * write them separately, some as shares of 255, and some for a few vertices only; the others are then white.
 */
function withColors(
  lines: readonly string[],
  vertices: number,
  { paint, colored, brightest }: VertexColors,
): readonly string[] {
  // A share slightly above 1 is a rounded 1.
  const highest = paint.length > 0 || brightest >= 2 ? BYTE : 1;
  const isPartly = colored > 0 && colored < vertices;
  if (highest === 1 && !isPartly) {
    return lines;
  }
  let vertex = -1;
  return lines.map((line) => {
    const [keyword, ...numbers] = line.split(' ');
    if (keyword !== 'v') {
      return line;
    }
    vertex += 1;
    const own = numbers.length >= COLORED ? numbers.slice(3, COLORED).map(Number) : Array(3).fill(highest);
    const color = paint.length > 0 ? bytesOf(paint[vertex] ?? WHITE) : own;
    const shares = color.map((share) => Number((share / highest).toFixed(DIGITS)));
    return [keyword, ...numbers.slice(0, 3), ...shares].join(' ');
  });
}

function bytesOf(color: number): number[] {
  return [color >> 16, (color >> 8) & BYTE, color & BYTE];
}
