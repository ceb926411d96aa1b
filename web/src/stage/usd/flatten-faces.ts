import type { LayerSpecs } from './layer-specs.ts';
import { listAt } from './list-at.ts';

/** Adds face normals to a mesh with sharp edges and no normals, in place; the composer would make it smooth. */
export function flattenFaces(specs: LayerSpecs, path: string): void {
  const points = specs[`${path}.points`];
  const isSmooth = specs[`${path}.subdivisionScheme`]?.fields.default !== 'none';
  const hasNormals = ['normals', 'primvars:normals'].some((name) => specs[`${path}.${name}`]);
  if (isSmooth || hasNormals || !points || points.fields.timeSamples !== undefined) {
    return;
  }
  const counts = listAt(specs, `${path}.faceVertexCounts`).map(Number);
  const corners = listAt(specs, `${path}.faceVertexIndices`).map(Number);
  if (counts.length === 0 || counts.reduce((sum, count) => sum + count, 0) !== corners.length) {
    return;
  }
  const places = listAt(specs, `${path}.points`).flat().map(Number);
  const normals: number[] = [];
  const indices: number[] = [];
  let at = 0;
  counts.forEach((count, face) => {
    const own = corners.slice(at, at + count);
    normals.push(...normalOf(own.map((corner) => places.slice(corner * 3, corner * 3 + 3))));
    indices.push(...own.map(() => face));
    at += count;
  });
  specs[`${path}.primvars:normals`] = { ...points, fields: { typeName: 'normal3f[]', default: normals } };
  specs[`${path}.primvars:normals:indices`] = { ...points, fields: { typeName: 'int[]', default: indices } };
}

/** Newell's method, for polygons that need not be planar. */
function normalOf(points: readonly (readonly number[])[]): number[] {
  const sum = [0, 0, 0];
  points.forEach(([x = 0, y = 0, z = 0], i) => {
    const [nextX = 0, nextY = 0, nextZ = 0] = points[(i + 1) % points.length] ?? [];
    sum[0] = (sum[0] ?? 0) + (y - nextY) * (z + nextZ);
    sum[1] = (sum[1] ?? 0) + (z - nextZ) * (x + nextX);
    sum[2] = (sum[2] ?? 0) + (x - nextX) * (y + nextY);
  });
  const length = Math.hypot(...sum);
  return length > 0 ? sum.map((value) => value / length) : [0, 0, 1];
}
