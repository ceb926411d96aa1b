import { decodeText } from './decode-text.ts';

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;
/** What a triangle is made of: its normal and its corners. */
const FLOATS = 12;
/** No print and no building has numbers beyond this; other content read as floats soon has. */
const FARTHEST = 1e9;
/** How many triangles are looked at where the length alone does not tell. */
const MOST_READ = 64;

/** How many triangles a binary STL says to hold, and how many there are bytes for. */
export type StlCounts = { said: number; held: number };

/** @returns `null` for what is too short to hold a head. */
export function countStlTriangles(head: Uint8Array, size: number): StlCounts | null {
  if (head.length < HEADER_BYTES) {
    return null;
  }
  const said = new DataView(head.buffer, head.byteOffset).getUint32(80, true);
  return { said, held: Math.floor((size - HEADER_BYTES) / TRIANGLE_BYTES) };
}

/** Whether a file is exactly as long as a binary STL says to be, which has no other signature. */
export function isBinaryStl(head: Uint8Array, size: number): boolean {
  const counts = countStlTriangles(head, size);
  return counts !== null && counts.said > 0 && HEADER_BYTES + counts.said * TRIANGLE_BYTES === size;
}

/** Whether a file of another length holds triangles all the same: some tools add bytes, and some files are cut off. */
export function looksLikeStl(head: Uint8Array, size: number): boolean {
  const { said = 0, held = 0 } = countStlTriangles(head, size) ?? {};
  const inHead = Math.floor((head.length - HEADER_BYTES) / TRIANGLE_BYTES);
  const read = Math.min(said || held, held, MOST_READ, inHead);
  if (read < 1) {
    return false;
  }
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const triangles = Array.from({ length: read }, (_, i) =>
    Array.from({ length: FLOATS }, (_, k) =>
      view.getFloat32(HEADER_BYTES + i * TRIANGLE_BYTES + k * 4, true),
    ),
  );
  return triangles.every(isTriangle) && triangles.some(hasCorners);
}

/** Whether a text is an STL's. */
export function isStlText(text: string): boolean {
  return /^\s*solid\b/i.test(text) && /\b(facet\s+normal|endsolid)\b/i.test(text);
}

/** The text of an STL in front of bytes that are no text, with which some tools fill a file up; null for anything else. */
export function filledStlText(bytes: Uint8Array): string | null {
  const end = bytes.indexOf(0);
  const text = end > 0 ? decodeText(bytes.subarray(0, end)) : null;
  return text !== null && isStlText(text) ? text : null;
}

function isTriangle(floats: readonly number[]): boolean {
  const length = Math.hypot(...floats.slice(0, 3));
  const isNormal = Number.isNaN(length) || length === 0 || Math.abs(length - 1) < 0.01;
  return isNormal && floats.slice(3).every(isPlace);
}

function isPlace(value: number): boolean {
  return value === 0 || (Math.abs(value) < FARTHEST && Math.abs(value) > 1 / FARTHEST);
}

function hasCorners(floats: readonly number[]): boolean {
  const corners = [floats.slice(3, 6), floats.slice(6, 9), floats.slice(9, 12)];
  return new Set(corners.map((corner) => corner.join())).size === 3;
}
