import {
  Bone,
  BoxGeometry,
  BufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Skeleton,
  SkinnedMesh,
} from 'three';
import { expect, it, vi } from 'vitest';
import { ModelCopy } from './model-copy.ts';

it('ModelCopy.dispose frees its own instance buffers, but no shared resources', () => {
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

it('the bounds of a skinned model follow its joints, not its node’s transform', () => {
  const geometry = new BoxGeometry(1, 1, 1);
  const corners = geometry.getAttribute('position').count;
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(corners * 4), 4));
  const weights = Float32Array.from({ length: corners * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  const skinned = new SkinnedMesh(geometry, new MeshBasicMaterial());
  const bone = new Bone();
  skinned.position.set(50, 0, 0);
  skinned.scale.setScalar(9);
  skinned.bind(new Skeleton([bone], [new Matrix4()]), new Matrix4());
  const root = new Group().add(skinned, bone);
  const { box } = new ModelCopy({ root, clips: [] }, { clip: null, playing: false, speed: 1 }, () => null);
  for (const corner of [...box.min.toArray(), ...box.max.toArray()]) {
    expect(Math.abs(corner)).toBeCloseTo(0.5);
  }
});
