import { BoxGeometry, type InstancedMesh, Matrix4, MeshStandardMaterial, Object3D } from 'three';
import { describe, expect, it, vi } from 'vitest';
import { type BatchSpec, InstancePool } from './instance-pool.ts';

const material = new MeshStandardMaterial();
const at = (x: number) => new Matrix4().makeTranslation(x, 0, 0);
const surface = { color: '#ff0000', roughness: 0.5, metalness: 0 };

function specOf(key: string, more: Partial<BatchSpec> = {}): BatchSpec {
  const shared = { slot: null, part: null, material, hasSurface: true, castsShadow: true, isSingle: false };
  return { key, geometry: new BoxGeometry(), ...shared, ...more };
}

function openPool() {
  const parent = new Object3D();
  return { parent, pool: new InstancePool(parent) };
}

function meshOf({ meshes }: InstancePool): InstancedMesh {
  const [mesh] = meshes;
  if (!mesh || meshes.length > 1) {
    throw new Error(`${meshes.length} meshes`);
  }
  return mesh;
}

describe('a node with its own geometry, redrawn with another', () => {
  it('reuses the mesh with only the new geometry', () => {
    const { parent, pool } = openPool();
    const wall = pool.add(specOf('before'), 'wall', at(1), surface);
    const mesh = meshOf(pool);
    const before = mesh.geometry;
    const onDispose = vi.fn();
    before.addEventListener('dispose', onDispose);
    pool.remove(wall);
    expect(parent.children).toEqual([]);
    expect(pool.whatIs(mesh, 0)).toBeUndefined();
    const after = specOf('after', { castsShadow: false });
    pool.add(after, 'wall', at(2), surface);
    expect(meshOf(pool)).toBe(mesh);
    expect(mesh.geometry).not.toBe(before);
    expect(mesh.geometry.attributes.position).toBe(after.geometry.attributes.position);
    expect(onDispose).toHaveBeenCalledOnce();
    expect(mesh).toMatchObject({ count: 1, castShadow: false });
    expect(pool.shapeOf(mesh)).toBe(after.geometry);
    const world = new Matrix4();
    mesh.getMatrixAt(0, world);
    expect(world).toEqual(at(2));
  });

  it('does not inherit the mirroring of the mesh’s previous node', () => {
    const { pool } = openPool();
    pool.remove(pool.add(specOf('mirrored'), 'a', new Matrix4().makeScale(-1, 1, 1), surface));
    pool.remove(pool.add(specOf('clear', { isSingle: true }), 'b', at(5), surface));
    pool.add(specOf('plain'), 'c', at(1), surface);
    expect(meshOf(pool).matrix).toEqual(new Matrix4());
  });
});

it('InstancePool.dispose frees the meshes kept for reuse', () => {
  const { pool } = openPool();
  const gone = pool.add(specOf('gone'), 'a', at(0), surface);
  const mesh = meshOf(pool);
  const onDispose = vi.fn();
  mesh.addEventListener('dispose', onDispose);
  pool.remove(gone);
  expect(onDispose).not.toHaveBeenCalled();
  pool.dispose();
  pool.dispose();
  expect(onDispose).toHaveBeenCalledOnce();
});

it('InstancePool keeps no mesh that has grown or whose geometry belongs to its owner', () => {
  const { pool } = openPool();
  const many = Array.from({ length: 5 }, (_, index) =>
    pool.add(specOf('many'), `${index}`, at(index), surface),
  );
  const onDispose = vi.fn();
  meshOf(pool).addEventListener('dispose', onDispose);
  for (const one of many) {
    pool.remove(one);
  }
  expect(onDispose).toHaveBeenCalledOnce();
  const model = pool.add(specOf('model', { hasSurface: false }), 'model', at(0), null);
  meshOf(pool).addEventListener('dispose', onDispose);
  pool.remove(model);
  expect(onDispose).toHaveBeenCalledTimes(2);
});
