import { type BufferGeometry, Triangle, Vector3 } from 'three';

/** Minimum length of a valid normal. */
const SHORTEST = 1e-6;

/** Computes missing facet normals, in place: many tools write zeros and leave it to the reader. */
export function repairFacetNormals(geometry: BufferGeometry): void {
  const positions = geometry.getAttribute('position');
  const normals = geometry.getAttribute('normal');
  const triangle = new Triangle();
  const normal = new Vector3();
  for (let at = 0; at + 2 < positions.count; at += 3) {
    normal.fromBufferAttribute(normals, at);
    if (!(normal.lengthSq() > SHORTEST * SHORTEST)) {
      triangle.setFromAttributeAndIndices(positions, at, at + 1, at + 2).getNormal(normal);
      for (const corner of [at, at + 1, at + 2]) {
        normals.setXYZ(corner, normal.x, normal.y, normal.z);
      }
    }
  }
}
