import { BoxGeometry, Group, InstancedMesh, MeshBasicMaterial } from 'three';
import { expect, it, vi } from 'vitest';
import { ModelCopy } from './model-copy.ts';

it('frees the places of its own instances, and nothing that other copies show', () => {
  const root = new Group();
  const shared = { geometry: new BoxGeometry(), material: new MeshBasicMaterial() };
  const template = new InstancedMesh(shared.geometry, shared.material, 3);
  root.add(template);
  const copy = new ModelCopy({ root, clips: [] }, { clip: null, playing: false, speed: 1 }, () => null);
  const [own, others] = [vi.fn(), vi.fn()];
  copy.root.traverse((object) => object instanceof InstancedMesh && object.addEventListener('dispose', own));
  template.addEventListener('dispose', others);
  shared.geometry.addEventListener('dispose', others);
  shared.material.addEventListener('dispose', others);
  copy.dispose();
  expect(own).toHaveBeenCalledOnce();
  expect(others).not.toHaveBeenCalled();
});
