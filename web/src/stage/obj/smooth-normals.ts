type Point = readonly [number, number, number];

/** A face without normals: its line in the text, its vertices, and its smoothing group; null for none. */
export type BareFace = { line: number; points: readonly Point[]; group: string | null };

/** Cosine of the largest smooth angle for faces without a smoothing group, so that edges of boxes stay sharp. */
const SHARPEST_COSINE = Math.cos((75 * Math.PI) / 180);
const DIGITS = 5;

/**
 * Computes smooth normals for faces without normals, within their smoothing group. Faces without a group are joined
 * along edges that are not sharp.
 * @returns normals, and for each line of a joined face the normal's index per vertex, from 0.
 */
export function smoothNormals(faces: readonly BareFace[]): {
  lines: string[];
  corners: Map<number, number[]>;
} {
  const normals = faces.map(({ points }) => normalOf(points));
  const around = new Map<string, number[]>();
  for (const [face, { points }] of faces.entries()) {
    for (const point of points) {
      const key = point.join(' ');
      const known = around.get(key);
      if (known) {
        known.push(face);
      } else {
        around.set(key, [face]);
      }
    }
  }
  const numbers = new Map<string, number>();
  const corners = new Map<number, number[]>();
  for (const [face, { line, points, group }] of faces.entries()) {
    const own = normals[face] ?? [0, 0, 0];
    const joined = points.map((point) =>
      (around.get(point.join(' ')) ?? [])
        .filter((other) => faces[other]?.group === group)
        .flatMap((other) => [normals[other] ?? own])
        .filter((normal) => group !== null || cosine(normal, own) >= SHARPEST_COSINE),
    );
    // The loader computes the normal of an isolated face.
    if (joined.every((others) => others.length <= 1)) {
      continue;
    }
    const found = joined.map((others) => {
      const text = written(others.reduce<Point>(sum, [0, 0, 0]));
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    });
    corners.set(line, found);
  }
  return { lines: [...numbers.keys()], corners };
}

function sum(a: Point, b: Point): Point {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** Normal of a polygon with twice its area as the length. */
function normalOf(points: readonly Point[]): Point {
  const [x0, y0, z0] = points[0] ?? [0, 0, 0];
  return points.reduce<Point>(
    (normal, [x, y, z], i) => {
      const [nextX, nextY, nextZ] = points[(i + 1) % points.length] ?? [x, y, z];
      const [ax, ay, az, bx, by, bz] = [x - x0, y - y0, z - z0, nextX - x0, nextY - y0, nextZ - z0];
      return sum(normal, [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]);
    },
    [0, 0, 0],
  );
}

function cosine(a: Point, b: Point): number {
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths > 0 ? (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / lengths : 0;
}

function written(normal: Point): string {
  const length = Math.hypot(...normal);
  const unit = length > 0 ? normal.map((value) => value / length) : [0, 1, 0];
  return `vn ${unit.map((value) => Number(value.toFixed(DIGITS))).join(' ')}`;
}
