import { type LayerSpecs, listAt } from './layer-specs.ts';
import { indexStack } from './layer-stack.ts';

/** Numbers per value, by the suffix of its type. */
const SIZE = /([234])[fdhi]?\[\]$/;
/** Attributes that may have a value per face corner. */
const OF_CORNERS = /\.(faceVertexIndices|(primvars:|normals).*)$/;

/**
 * Removes the corners of faces that refer to missing points, in place. The faces stay, with zero corners, so that face
 * indices remain valid.
 * @returns whether there were any
 */
export function dropFaces(specs: LayerSpecs): boolean {
  const meshes = Object.keys(specs).filter((path) => specs[path]?.fields.typeName === 'Mesh');
  const lost = meshes.flatMap((path) => {
    const corners = soundCorners(specs, path);
    return corners ? [{ path, corners }] : [];
  });
  const { propertiesOf } = indexStack('', lost.length > 0 ? specs : {});
  for (const { path, corners } of lost) {
    replace(specs, `${path}.faceVertexCounts`, corners.counts);
    for (const key of propertiesOf(path).filter((name) => OF_CORNERS.test(name))) {
      keepCorners(specs, key, corners);
    }
    if (corners.kept.length === 0) {
      // Points without any face would be rendered as triangles.
      delete specs[`${path}.points`];
    }
  }
  return lost.length > 0;
}

type Corners = { counts: number[]; kept: number[]; all: number; points: number };

/**
 * Corner counts and kept corners of a mesh, without those of faces with missing points; null if all faces are valid.
 */
function soundCorners(specs: LayerSpecs, path: string): Corners | null {
  const points = listAt(specs, `${path}.points`).flat().length / 3;
  const corners = listAt(specs, `${path}.faceVertexIndices`).map(Number);
  const kept: number[] = [];
  let from = 0;
  const counts = listAt(specs, `${path}.faceVertexCounts`).map((given) => {
    const to = from + Math.max(0, Math.trunc(Number(given)) || 0);
    let at = from;
    while (at < Math.min(to, corners.length) && isWithin(corners[at], points)) {
      kept.push(at);
      at += 1;
    }
    if (at < to) {
      kept.length -= at - from;
    }
    const count = at < to ? 0 : to - from;
    from = to;
    return count;
  });
  const isWhole = points === 0 || counts.length === 0 || kept.length === from;
  return isWhole ? null : { counts, kept, all: corners.length, points };
}

function isWithin(corner: number | undefined, points: number): boolean {
  return corner !== undefined && corner >= 0 && corner < points;
}

/** Reduces a list with a value per corner to the kept corners. */
function keepCorners(specs: LayerSpecs, key: string, { kept, all, points }: Corners): void {
  const { typeName, interpolation } = specs[key]?.fields ?? {};
  const list = listAt(specs, key).flat();
  const size = Number(SIZE.exec(String(typeName))?.[1] ?? 1);
  // With equal numbers of points and corners, the default interpolation is ambiguous.
  const isOfPoints = interpolation === 'vertex' || (interpolation === undefined && all === points);
  if (list.length === all * size && (key.endsWith('.faceVertexIndices') || !isOfPoints)) {
    replace(
      specs,
      key,
      kept.flatMap((corner) => list.slice(corner * size, (corner + 1) * size)),
    );
  }
}

function replace(specs: LayerSpecs, key: string, list: unknown[]): void {
  const spec = specs[key];
  if (spec) {
    specs[key] = { ...spec, fields: { ...spec.fields, default: list } };
  }
}
