import { Euler, type EulerOrder, Matrix4, Quaternion } from 'three';
import { newellNormal, type Point } from '../concave-triangles.ts';
import { type LayerSpecs, listAt, SPEC_TYPE } from './layer-specs.ts';

/** Attributes whose values belong to parts of a mesh: normals, and primvars other than those of skins. */
const OF_PARTS = /^(.*)\.(normals|primvars:(?!skel:|arnold:)[^.]*?)$/;
const INDICES = ':indices';

/** Transform operations that three.js' composer supports. */
const KNOWN = /^(!invert!)?xformOp:(transform|translate|translate:pivot|scale|rotateXYZ|rotate[XYZ]|orient)$/;

const INVERSE = '!invert!';

const RESET = '!resetXformStack!';

const ORDER = /^rotate([XYZ])([XYZ])([XYZ])$/;

const RADIANS = Math.PI / 180;

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
  const defaultOf = (name: string) => specs[`${path}.${name}`]?.fields.default;
  return (
    Boolean(specs[path]?.fields.active ?? true) === false ||
    defaultOf('visibility') === 'invisible' ||
    HIDDEN_PURPOSES.has(defaultOf('purpose'))
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
  const pointAt = (corner: number): Point => {
    const [x = 0, y = 0, z = 0] = places.slice(corner * 3, corner * 3 + 3);
    return [x, y, z];
  };
  const normals: number[] = [];
  const indices: number[] = [];
  let at = 0;
  counts.forEach((count, face) => {
    const own = corners.slice(at, at + count);
    normals.push(...newellNormal(own.map(pointAt)).normalize());
    indices.push(...own.map(() => face));
    at += count;
  });
  specs[`${path}.primvars:normals`] = { ...points, fields: { typeName: 'normal3f[]', default: normals } };
  specs[`${path}.primvars:normals:indices`] = { ...points, fields: { typeName: 'int[]', default: indices } };
}

/**
 * Replaces unsupported transform operations by one matrix, in place.
 * @param holders - paths of all ancestors, the outermost first; their transforms are already replaced.
 */
function flattenTransform(specs: LayerSpecs, path: string, holders: readonly string[]): void {
  const fields = specs[path]?.fields;
  const all = orderOf(specs, path);
  const isApart = all.includes(RESET);
  const names = all.filter((name) => name !== RESET);
  if (!fields || all.length === 0 || (!isApart && names.every((name) => KNOWN.test(name)))) {
    return;
  }
  const own = placeOf(specs, path);
  const outer = isApart ? placeWithin(specs, holders) : new Matrix4();
  if (!own || !outer) {
    return;
  }
  // A transform that resets the stack compensates for its ancestors.
  const matrix = outer.invert().multiply(own);
  specs[`${path}.xformOp:transform`] = {
    specType: SPEC_TYPE.attribute,
    fields: { default: matrix.elements, typeName: 'matrix4d' },
  };
  fields.xformOpOrder = ['xformOp:transform'];
  delete specs[`${path}.xformOpOrder`];
}

function orderOf(specs: LayerSpecs, path: string): string[] {
  const order = specs[`${path}.xformOpOrder`]?.fields.default ?? specs[path]?.fields.xformOpOrder;
  return Array.isArray(order) ? order.map(String) : [];
}

/** Local matrix of a prim, null for an animated one. */
function placeOf(specs: LayerSpecs, path: string): Matrix4 | null {
  const matrix = new Matrix4();
  for (const name of orderOf(specs, path).filter((step) => step !== RESET)) {
    const op = specs[`${path}.${name.replace(INVERSE, '')}`]?.fields;
    if (op?.timeSamples !== undefined) {
      return null;
    }
    const step = matrixOf(name.replace(INVERSE, '').split(':')[1] ?? '', op?.default);
    matrix.multiply(name.startsWith(INVERSE) ? step.invert() : step);
  }
  return matrix;
}

/** World matrix of the innermost ancestor, null if one of them is animated. */
function placeWithin(specs: LayerSpecs, holders: readonly string[]): Matrix4 | null {
  const matrix = new Matrix4();
  for (const holder of holders) {
    const place = placeOf(specs, holder);
    if (!place) {
      return null;
    }
    matrix.multiply(place);
  }
  return matrix;
}

/** Matrix of one operation; angles are in degrees, matrices are row-major for row vectors. */
function matrixOf(kind: string, value: unknown): Matrix4 {
  const numbers = [value].flat(2).map(Number);
  const [x = 0, y = 0, z = 0, w = 0] = numbers;
  const matrix = new Matrix4();
  if (kind === 'transform') {
    return numbers.length === 16 ? matrix.fromArray(numbers) : matrix;
  }
  if (kind === 'translate') {
    return matrix.makeTranslation(x, y, z);
  }
  if (kind === 'scale') {
    return matrix.makeScale(x, y, z);
  }
  if (kind === 'orient') {
    return matrix.makeRotationFromQuaternion(new Quaternion(x, y, z, w));
  }
  const [, first, second, third] = ORDER.exec(kind) ?? [];
  if (first !== undefined) {
    // The first rotation is the innermost one.
    const order = `${third}${second}${first}` as EulerOrder;
    return matrix.makeRotationFromEuler(new Euler(x * RADIANS, y * RADIANS, z * RADIANS, order));
  }
  const turns: Readonly<Record<string, [number, number, number]>> = {
    rotateX: [x, 0, 0],
    rotateY: [0, x, 0],
    rotateZ: [0, 0, x],
  };
  const [aroundX, aroundY, aroundZ] = turns[kind] ?? [0, 0, 0];
  return matrix.makeRotationFromEuler(new Euler(aroundX * RADIANS, aroundY * RADIANS, aroundZ * RADIANS));
}

/** Sizes of a mesh, its corners as indices of points, and the face of each corner. */
type Mesh = { points: number; corners: readonly number[]; faces: readonly number[] };

/**
 * Gives the attributes of meshes an index for each corner of a face, in place, where three.js' composer would read them
 * wrongly: it takes values for those of points or corners by their number, and all indices for those of corners.
 */
function indexByCorner(specs: LayerSpecs): void {
  const meshes = new Map<string, Mesh | null>();
  for (const key of Object.keys(specs)) {
    const [, path, name] = OF_PARTS.exec(key) ?? [];
    if (path === undefined || name === undefined || name.endsWith(INDICES)) {
      continue;
    }
    const mesh = meshes.get(path) ?? meshAt(specs, path);
    meshes.set(path, mesh);
    const indices = mesh && cornerIndices(specs, key, mesh);
    if (indices) {
      specs[`${key}${INDICES}`] = {
        specType: SPEC_TYPE.attribute,
        fields: { typeName: 'int[]', default: indices },
      };
    }
  }
}

function meshAt(specs: LayerSpecs, path: string): Mesh | null {
  if (specs[path]?.fields.typeName !== 'Mesh') {
    return null;
  }
  const points = listAt(specs, `${path}.points`);
  const isNested = Array.isArray(points[0]);
  const counts = listAt(specs, `${path}.faceVertexCounts`).map(Number);
  return {
    points: isNested ? points.length : points.length / 3,
    corners: listAt(specs, `${path}.faceVertexIndices`).map(Number),
    faces: counts.flatMap((count, face) => Array<number>(Math.max(0, count)).fill(face)),
  };
}

/** Returns null where the attribute is read as it is meant. */
function cornerIndices(specs: LayerSpecs, key: string, mesh: Mesh): number[] | null {
  const { points, corners, faces } = mesh;
  const own = listAt(specs, `${key}${INDICES}`).map(Number);
  const value = (at: number) => (own.length > 0 ? (own[at] ?? 0) : at);
  switch (specs[key]?.fields.interpolation) {
    case 'vertex':
    case 'varying':
      return own.length > 0 || points === corners.length ? corners.map(value) : null;
    case 'uniform':
      return faces.length === corners.length ? faces.map(value) : null;
    case 'faceVarying':
      return own.length === 0 && points === corners.length ? corners.map((_, at) => at) : null;
    default:
      return null;
  }
}
