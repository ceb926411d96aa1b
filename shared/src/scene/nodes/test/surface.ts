import { type BufferGeometry, Vector3 } from 'three';

/** Vertices at a smaller distance are treated as one, in metres. */
const SAME = 1e-4;

/** Triangles of a surface; with a slot only those of its groups. */
export function trianglesOf(geometry: BufferGeometry, slot?: number): Vector3[][] {
  const position = geometry.getAttribute('position');
  const index = Array.from(geometry.index?.array ?? []);
  const ranges =
    slot === undefined
      ? [{ start: 0, count: index.length }]
      : geometry.groups.filter((g) => g.materialIndex === slot);
  return ranges.flatMap(({ start, count }) =>
    Array.from({ length: count / 3 }, (_, i) =>
      [0, 1, 2].map((k) => new Vector3().fromArray(position.array, (index[start + i * 3 + k] ?? 0) * 3)),
    ),
  );
}

/** Enclosed volume in cubic metres, summed over the tetrahedra between triangles and origin. */
export function volumeOf(geometry: BufferGeometry): number {
  return trianglesOf(geometry).reduce(
    (sum, [a = new Vector3(), b = a, c = a]) => sum + a.dot(b.clone().cross(c)) / 6,
    0,
  );
}

/** Area of triangles in square metres. */
export function surfaceOf(triangles: readonly Vector3[][]): number {
  return triangles.reduce((sum, corners) => sum + normalOf(corners).length() / 2, 0);
}

/** Edges of a surface that are not used equally often in both directions: none for a closed surface. */
export function openEdges(geometry: BufferGeometry): string[] {
  const runs = new Map<string, number>();
  for (const corners of trianglesOf(geometry)) {
    const keys = corners.map((corner) =>
      corner
        .toArray()
        .map((n) => Math.round(n / SAME) + 0)
        .join(' '),
    );
    for (const [i, from] of keys.entries()) {
      const to = keys[(i + 1) % 3] ?? from;
      const [key, way] = from < to ? [`${from} | ${to}`, 1] : [`${to} | ${from}`, -1];
      if (from !== to) {
        runs.set(key, (runs.get(key) ?? 0) + way);
      }
    }
  }
  return [...runs].filter(([, sum]) => sum !== 0).map(([key]) => key);
}

/** Number of vertices whose normal points into their triangle, or is not of length 1. */
export function wrongNormals(geometry: BufferGeometry): number {
  const normal = geometry.getAttribute('normal');
  const index = Array.from(geometry.index?.array ?? []);
  const triangles = trianglesOf(geometry);
  return index.filter((vertex, i) => {
    const own = new Vector3().fromArray(normal.array, vertex * 3);
    const face = normalOf(triangles[Math.floor(i / 3)] ?? []);
    return face.length() > SAME ** 2 && (Math.abs(own.length() - 1) > 1e-3 || own.dot(face) <= 0);
  }).length;
}

function normalOf([a = new Vector3(), b = a, c = a]: readonly Vector3[]): Vector3 {
  return b.clone().sub(a).cross(c.clone().sub(a));
}
