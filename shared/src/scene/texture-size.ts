import { type BufferGeometry, Float32BufferAttribute, Vector3 } from 'three';
import type { Material, SceneNode } from './document.ts';
import type { SharedShape } from './nodes/traits.ts';

/** Texture coordinates of a shape for a material whose texture has a real size. */
export type SizedTexture = {
  /** Distinguishes the coordinates among those of the same shape. */
  key: string;
  /** Returns the coordinates for the shape's geometry. */
  coordinates: (geometry: BufferGeometry) => Float32BufferAttribute;
};

/**
 * Texture coordinates of a shape for the real size of a material's texture. Null for shapes that ignore the size, and
 * for materials without a size or a texture. The scale of the node counts, the scale of its parents does not.
 */
export function sizedTexture(
  { textureMapping, scale }: SharedShape,
  { uv: { size }, maps }: Pick<Material, 'uv' | 'maps'>,
  node: Pick<SceneNode, 'scale'>,
): SizedTexture | null {
  if (size === 0 || textureMapping === undefined || Object.values(maps).every((map) => map === null)) {
    return null;
  }
  if (textureMapping === 'metres') {
    return { key: `${size}`, coordinates: (geometry) => divided(geometry, size) };
  }
  const [x, y, z] = [0, 1, 2].map((axis) => ((scale[axis] ?? 1) * Math.abs(node.scale[axis] ?? 1)) / size);
  const repeats = new Vector3(x, y, z);
  return { key: repeats.toArray().join(), coordinates: (geometry) => projected(geometry, repeats) };
}

function divided(geometry: BufferGeometry, size: number): Float32BufferAttribute {
  const uv = geometry.getAttribute('uv');
  return new Float32BufferAttribute(
    Array.from(uv.array, (value) => value / size),
    2,
  );
}

/** Coordinates by the axis that each vertex faces most, as if the texture were projected along it. */
function projected(geometry: BufferGeometry, repeats: Vector3): Float32BufferAttribute {
  const positions = geometry.getAttribute('position');
  const facing = facingOf(geometry, repeats);
  const values: number[] = [];
  for (let vertex = 0; vertex < positions.count; vertex += 1) {
    const { x, y, z } = new Vector3().fromBufferAttribute(positions, vertex).multiply(repeats);
    const normal = facing[vertex] ?? new Vector3(0, 1, 0);
    const [ax, ay, az] = [Math.abs(normal.x), Math.abs(normal.y), Math.abs(normal.z)];
    if (ay >= ax && ay >= az) {
      values.push(x, normal.y < 0 ? z : -z);
    } else if (ax >= az) {
      values.push(normal.x < 0 ? z : -z, y);
    } else {
      values.push(normal.z < 0 ? -x : x, y);
    }
  }
  return new Float32BufferAttribute(values, 2);
}

/** Sum of the face normals at each vertex. Vertices at rounded edges keep the axis of their side. */
function facingOf(geometry: BufferGeometry, scale: Vector3): Vector3[] {
  const positions = geometry.getAttribute('position');
  const index = geometry.index?.array ?? Array.from({ length: positions.count }, (_, i) => i);
  const sums = Array.from({ length: positions.count }, () => new Vector3());
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  for (let at = 0; at < index.length; at += 3) {
    const corners = [index[at] ?? 0, index[at + 1] ?? 0, index[at + 2] ?? 0];
    for (const [i, corner] of [a, b, c].entries()) {
      corner.fromBufferAttribute(positions, corners[i] ?? 0).multiply(scale);
    }
    const normal = b.sub(a).cross(c.sub(a));
    for (const corner of corners) {
      sums[corner]?.add(normal);
    }
  }
  return sums;
}
