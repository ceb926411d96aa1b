/** Attributes of a mesh, by name. */
export type Attributes = Record<string, unknown>;

/** Faces of a mesh with the same material; null for those without one. */
export type Subset = { indices: ArrayLike<number>; materialPath: string | null };

const PLAIN = 1;

/**
 * Colours of all triangles' corners, if a mesh has more than one.
 * @param pattern - index of the mesh's corner for each corner of the triangles
 */
export function faceVaryingColors(attributes: Attributes, pattern: ArrayLike<number>): Float32Array | null {
  const [colours, corners, counts] = [
    listIn(attributes['primvars:displayColor']),
    listIn(attributes.faceVertexIndices),
    listIn(attributes.faceVertexCounts),
  ];
  const indices = listIn(attributes['primvars:displayColor:indices']);
  const points = listIn(attributes.points);
  const amount = indices.length || colours.length / 3;
  if (amount < 2 || counts.length === 0) {
    return null;
  }
  const faces = facesOf(attributes);
  const indexOf = { [corners.length]: (corner: number) => corner };
  indexOf[counts.length] = (corner) => faces[corner] ?? 0;
  indexOf[points.length / 3] = (corner) => corners[corner] ?? 0;
  if (indices.length > 0) {
    // With as many corners as indices, the values are per corner.
    indexOf[corners.length] = (corner) => corner;
  }
  const find = indexOf[amount];
  if (!find) {
    return null;
  }
  return Float32Array.from({ length: pattern.length * 3 }, (_, i) => {
    const at = find(pattern[Math.floor(i / 3)] ?? 0);
    return colours[(indices.length > 0 ? (indices[at] ?? 0) : at) * 3 + (i % 3)] ?? 1;
  });
}

/** The same in the order of the subsets; faces with a material have no other colour. */
export function colorsBySubset(
  colours: Float32Array,
  {
    attributes,
    pattern,
    subsets,
  }: { attributes: Attributes; pattern: ArrayLike<number>; subsets: readonly Subset[] },
): Float32Array {
  const faces = facesOf(attributes);
  const subsetOf = new Map<number, number>();
  subsets.forEach(({ indices }, i) => {
    for (const face of Array.from(indices)) {
      subsetOf.set(face, i);
    }
  });
  const triangles = Array.from({ length: pattern.length / 3 }, (_, at) => ({
    at,
    subset: subsetOf.get(faces[pattern[at * 3] ?? 0] ?? 0) ?? -1,
  }));
  triangles.sort((a, b) => a.subset - b.subset);
  const sorted = new Float32Array(colours.length).fill(PLAIN);
  triangles.forEach(({ at, subset }, i) => {
    if (subsets[subset]?.materialPath === null) {
      sorted.set(colours.subarray(at * 9, at * 9 + 9), i * 9);
    }
  });
  return sorted;
}

/** Face index of each corner. */
function facesOf({ faceVertexCounts }: Attributes): number[] {
  return Array.from(listIn(faceVertexCounts)).flatMap((count, face) => Array<number>(count).fill(face));
}

function listIn(value: unknown): ArrayLike<number> {
  return Array.isArray(value) || ArrayBuffer.isView(value) ? (value as unknown as ArrayLike<number>) : [];
}
