import {
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Mesh,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';
import { placeAtSurfacePoint, surfacePointIn } from './surface-point.ts';

/** A triangle with one corner bound to a separate bone. */
function bendingTriangle() {
  const geometry = new BoxGeometry().toNonIndexed();
  geometry.setAttribute('position', new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 4));
  const mesh = new SkinnedMesh(geometry);
  const bones = [new Bone(), new Bone()] as const;
  mesh.add(...bones);
  mesh.updateMatrixWorld(true);
  mesh.bind(new Skeleton([...bones]));
  return { mesh, tip: bones[1] };
}

const corners = [new Vector3(0, 0, 0), new Vector3(1, 0, 0), new Vector3(0, 1, 0)] as const;

describe('a surface point', () => {
  it('is the hit point while nothing moves', () => {
    const { mesh } = bendingTriangle();
    const spot = surfacePointIn(corners, new Vector3(0.25, 0.5, 0), { mesh: 3, index: 0 });
    expect(spot).toEqual({ mesh: 3, triangle: 0, barycentric: [0.25, 0.25, 0.5] });
    const at = new Vector3();
    expect(spot && placeAtSurfacePoint(mesh, spot, at)).toBe(true);
    expect(at.toArray()).toEqual([0.25, 0.5, 0]);
  });

  it('follows the bone of its vertex, and the mesh', () => {
    const { mesh, tip } = bendingTriangle();
    tip.position.set(0, 0, 2);
    mesh.position.set(10, 0, 0);
    mesh.updateMatrixWorld(true);
    mesh.skeleton.update();
    const at = new Vector3();
    placeAtSurfacePoint(mesh, { triangle: 0, barycentric: [0.25, 0.25, 0.5] }, at);
    expect(at.toArray()).toEqual([10.25, 0.5, 1]);
  });

  it('is resolved through the geometry’s index', () => {
    const mesh = new Mesh(new BoxGeometry(2, 2, 2));
    const at = new Vector3();
    // The second triangle of the face towards +X.
    expect(placeAtSurfacePoint(mesh, { triangle: 1, barycentric: [1, 0, 0] }, at)).toBe(true);
    expect(at.x).toBe(1);
  });

  it('is null in a triangle without area, and not placed in a missing triangle', () => {
    const flat = [new Vector3(), new Vector3(1, 0, 0), new Vector3(2, 0, 0)] as const;
    expect(surfacePointIn(flat, new Vector3(), { mesh: 0, index: 0 })).toBeNull();
    const at = new Vector3(5, 5, 5);
    const { mesh } = bendingTriangle();
    expect(placeAtSurfacePoint(mesh, { triangle: 1, barycentric: [1, 0, 0] }, at)).toBe(false);
    expect(at.toArray()).toEqual([5, 5, 5]);
  });
});
