/** Without smoothing groups, edges of a larger angle stay sharp, as those of boxes are. */
const SHARPEST_COSINE = Math.cos((75 * Math.PI) / 180);
/** Largest number of faces at a corner that are compared in pairs. Beyond it, all of them are smooth. */
const MOST_COMPARED = 500;

/**
 * Computes a normal for each corner of a mesh. Faces that share a smoothing group are smooth where they meet, and faces of no
 * group are flat; without groups, faces are smooth where the edge between them is not sharp.
 * @param smoothing bits of the groups of each face
 * @returns three numbers a corner
 */
export function smoothCorners(
  positions: ArrayLike<number>,
  corners: ArrayLike<number>,
  smoothing: ArrayLike<number> | null,
): Float32Array {
  const faceNormals = normalsOf(positions, corners);
  const meeting = facesByPlace(positions, corners);
  const normals = new Float32Array(corners.length * 3);
  const at = (face: number): Triple => [
    faceNormals[face * 3] ?? 0,
    faceNormals[face * 3 + 1] ?? 0,
    faceNormals[face * 3 + 2] ?? 0,
  ];
  for (let corner = 0; corner < corners.length; corner += 1) {
    const face = Math.floor(corner / 3);
    const own = at(face);
    const others = meeting.get(placeOf(positions, corners[corner] ?? 0)) ?? [];
    const isCrowded = others.length > MOST_COMPARED;
    const sum: Triple = [0, 0, 0];
    for (const other of others) {
      const normal = at(other);
      const isJoined = smoothing
        ? ((smoothing[face] ?? 0) & (smoothing[other] ?? 0)) !== 0
        : isCrowded || cosine(normal, own) >= SHARPEST_COSINE;
      if (isJoined || other === face) {
        sum[0] += normal[0];
        sum[1] += normal[1];
        sum[2] += normal[2];
      }
    }
    normals.set(unit(sum, own), corner * 3);
  }
  return normals;
}

type Triple = [number, number, number];

/** Normals of faces, as long as twice their areas. */
function normalsOf(positions: ArrayLike<number>, corners: ArrayLike<number>): Float32Array {
  const normals = new Float32Array(corners.length);
  const point = (corner: number, axis: number) => positions[(corners[corner] ?? 0) * 3 + axis] ?? 0;
  for (let at = 0; at + 2 < corners.length; at += 3) {
    const [ax, ay, az] = [0, 1, 2].map((axis) => point(at + 1, axis) - point(at, axis)) as Triple;
    const [bx, by, bz] = [0, 1, 2].map((axis) => point(at + 2, axis) - point(at, axis)) as Triple;
    normals.set([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], at);
  }
  return normals;
}

/** Vertices are doubled where their texture coordinates differ, so that faces meet at places. */
function facesByPlace(positions: ArrayLike<number>, corners: ArrayLike<number>): Map<string, number[]> {
  const faces = new Map<string, number[]>();
  for (let corner = 0; corner < corners.length; corner += 1) {
    const key = placeOf(positions, corners[corner] ?? 0);
    const known = faces.get(key);
    const face = Math.floor(corner / 3);
    if (!known) {
      faces.set(key, [face]);
    } else if (known.at(-1) !== face) {
      known.push(face);
    }
  }
  return faces;
}

function placeOf(positions: ArrayLike<number>, vertex: number): string {
  return `${positions[vertex * 3]} ${positions[vertex * 3 + 1]} ${positions[vertex * 3 + 2]}`;
}

function cosine(a: Triple, b: Triple): number {
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths > 0 ? (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / lengths : 0;
}

function unit(sum: Triple, own: Triple): Triple {
  const [normal = own] = [sum, own].filter((one) => Math.hypot(...one) > 0);
  const length = Math.hypot(...normal);
  return length > 0 ? [normal[0] / length, normal[1] / length, normal[2] / length] : [0, 0, 1];
}
