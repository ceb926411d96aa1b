import { decodeText } from './decode-text.ts';

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;
/** Floats per triangle: its normal and its corners. */
const FLOATS = 12;
/** Largest plausible coordinate. Other content read as floats soon exceeds it. */
const FARTHEST = 1e9;
/** Number of triangles that are checked where the length alone is not decisive. */
const MAX_READ = 64;

/** Triangle counts of a binary STL: declared in its header, and present by file size. */
export type StlCounts = { declared: number; held: number };

/** @returns `null` for files shorter than a header. */
export function countStlTriangles(head: Uint8Array, size: number): StlCounts | null {
  if (head.length < HEADER_BYTES) {
    return null;
  }
  const declared = new DataView(head.buffer, head.byteOffset).getUint32(80, true);
  return { declared, held: Math.floor((size - HEADER_BYTES) / TRIANGLE_BYTES) };
}

/** Whether the file size matches the count in the header of a binary STL, which has no other signature. */
export function isBinaryStl(head: Uint8Array, size: number): boolean {
  const counts = countStlTriangles(head, size);
  return counts !== null && counts.declared > 0 && HEADER_BYTES + counts.declared * TRIANGLE_BYTES === size;
}

/**
 * Whether a file of another length contains triangles anyway: some tools append bytes, and some files are
 * truncated.
 */
export function looksLikeStl(head: Uint8Array, size: number): boolean {
  const { declared = 0, held = 0 } = countStlTriangles(head, size) ?? {};
  const inHead = Math.floor((head.length - HEADER_BYTES) / TRIANGLE_BYTES);
  const read = Math.min(declared || held, held, MAX_READ, inHead);
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

/** Whether a text is an ASCII STL. */
export function isStlText(text: string): boolean {
  return /^\s*solid\b/i.test(text) && /\b(facet\s+normal|endsolid)\b/i.test(text);
}

/** Text of an ASCII STL that some tools pad with binary bytes; null for any other content. */
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
