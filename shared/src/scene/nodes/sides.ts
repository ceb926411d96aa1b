import { BufferAttribute, type BufferGeometry } from 'three';

/** With fewer sides each of them is flat, as those of a prism are; with more they look round. */
const ROUND_FROM = 16;

/** What a field of sides takes. */
export const sidesRange = { unit: 'count', min: 3, max: 128, step: 1 } as const;

/** A shape that goes round in `sides` steps: as it is, or with flat faces where they are few. */
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
