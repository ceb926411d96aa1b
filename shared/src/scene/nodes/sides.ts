import { BufferAttribute, type BufferGeometry } from 'three';

/** From this number of sides on, normals are smooth; with fewer, faces are flat like those of a prism. */
const ROUND_FROM = 16;

/** Range of a field for sides. */
export const sidesRange = { unit: 'count', min: 3, max: 128, step: 1 } as const;

/** Adapts a round geometry to its number of sides: unchanged, or with flat faces where they are few. */
export function withSides(geometry: BufferGeometry, sides: number): BufferGeometry {
  if (sides >= ROUND_FROM) {
    return geometry;
  }
  const flat = geometry.toNonIndexed();
  flat.computeVertexNormals();
  const corners = flat.getAttribute('position').count;
  flat.setIndex(
    new BufferAttribute(
      Uint16Array.from({ length: corners }, (_, i) => i),
      1,
    ),
  );
  return flat;
}
