import { flattenTransform } from './flatten-transform.ts';
import { indexByCorner } from './index-by-corner.ts';
import type { LayerSpecs } from './layer-specs.ts';
import { listAt } from './list-at.ts';

const DRAWN =
  /^(Mesh|Cube|Sphere|Cylinder|Cone|Capsule|Plane|Points|BasisCurves|NurbsCurves|NurbsPatch|PointInstancer)$/;
const HIDDEN_PURPOSES: ReadonlySet<unknown> = new Set(['guide', 'proxy']);

/**
 * Rewrites specs, in place, so that three.js' composer reads them correctly. That composer renders hidden and proxy
 * prims, drops faces outside of subsets, smooths all faces, guesses to what values belong, and supports only some
 * rotation operations.
 */
export function normalizeSpecs(specs: LayerSpecs): void {
  const hidden = new Set(Object.keys(specs).filter((path) => isPart(path) && isHidden(specs, path)));
  // Ancestors come before their descendants.
  for (const path of Object.keys(specs).filter(isPart).sort()) {
    // Materials below hidden prims may be used elsewhere.
    if (isDrawn(specs, path) && outwards(path).some((holder) => hidden.has(holder))) {
      delete specs[path];
    } else {
      flattenTransform(specs, path, outwards(path).slice(0, -1));
      flattenFaces(specs, path);
    }
  }
  indexByCorner(specs);
  completeSubsets(specs);
}

/** Whether a path is a prim's, and not a property's. */
function isPart(path: string): boolean {
  return !path.includes('.');
}

function isDrawn(specs: LayerSpecs, path: string): boolean {
  return DRAWN.test(String(specs[path]?.fields.typeName));
}

function isHidden(specs: LayerSpecs, path: string): boolean {
  const said = (name: string) => specs[`${path}.${name}`]?.fields.default;
  return (
    Boolean(specs[path]?.fields.active ?? true) === false ||
    said('visibility') === 'invisible' ||
    HIDDEN_PURPOSES.has(said('purpose'))
  );
}

/** A prim's path and those of all its ancestors. */
function outwards(path: string): string[] {
  return [...path.matchAll(/\/[^/]+/g)].map(({ index, 0: name }) => path.slice(0, index + name.length));
}

/**
 * Adds a subset for the remaining faces of meshes with subsets, in place, as the composer renders only subsets. Subsets
 * without a material binding are removed, because they would override the materials of others.
 */
function completeSubsets(specs: LayerSpecs): void {
  const subsets = new Map<string, string[]>();
  for (const [path, { fields }] of Object.entries(specs)) {
    if (fields.typeName === 'GeomSubset' && !assignsFaces(specs, path)) {
      delete specs[path];
    } else if (fields.typeName === 'GeomSubset') {
      const mesh = path.slice(0, path.lastIndexOf('/'));
      subsets.set(mesh, [...(subsets.get(mesh) ?? []), path]);
    }
  }
  for (const [mesh, parts] of subsets) {
    const faces = listAt(specs, `${mesh}.faceVertexCounts`).length;
    const taken = new Set(parts.flatMap((part) => listAt(specs, `${part}.indices`)));
    const rest = Array.from({ length: faces }, (_, face) => face).filter((face) => !taken.has(face));
    const first = parts[0] ?? '';
    const [part, indices] = [specs[first], specs[`${first}.indices`]];
    if (rest.length > 0 && part && indices) {
      specs[`${mesh}/rest`] = { ...part, fields: { typeName: 'GeomSubset' } };
      specs[`${mesh}/rest.indices`] = { ...indices, fields: { ...indices.fields, default: rest } };
      const binding = specs[`${mesh}.material:binding`];
      if (binding) {
        specs[`${mesh}/rest.material:binding`] = binding;
      }
    }
  }
}

function assignsFaces(specs: LayerSpecs, path: string): boolean {
  const targets = specs[`${path}.material:binding`]?.fields.targetPaths;
  const kind = specs[`${path}.elementType`]?.fields.default ?? 'face';
  return kind === 'face' && Array.isArray(targets) && targets.length > 0;
}

/** Adds face normals to a mesh with sharp edges and no normals, in place; the composer would make it smooth. */
function flattenFaces(specs: LayerSpecs, path: string): void {
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
