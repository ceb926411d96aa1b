import { type LayerSpecs, listAt, SPEC_TYPE } from './layer-specs.ts';

/** Attributes whose values belong to parts of a mesh: normals, and primvars other than those of skins. */
const OF_PARTS = /^(.*)\.(normals|primvars:(?!skel:|arnold:)[^.]*?)$/;
const INDICES = ':indices';

/** Sizes of a mesh, its corners as indices of points, and the face of each corner. */
type Mesh = { points: number; corners: readonly number[]; faces: readonly number[] };

/**
 * Gives the attributes of meshes an index for each corner of a face, in place, where three.js' composer would read them
 * wrongly: it takes values for those of points or corners by their number, and all indices for those of corners.
 */
export function indexByCorner(specs: LayerSpecs): void {
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
