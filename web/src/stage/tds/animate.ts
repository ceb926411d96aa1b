import {
  AnimationClip,
  type KeyframeTrack,
  Matrix4,
  Mesh,
  Object3D,
  type Quaternion,
  QuaternionKeyframeTrack,
  type Vector3,
  VectorKeyframeTrack,
} from 'three';
import type { Key, KeyframeNode, Keyframes } from './read-keyframes.ts';

/** Frame rate of 3D Studio. */
const FRAMES_PER_SECOND = 30;
const CLIP = 'Animation';

/**
 * Parents the meshes of a 3DS file to its animated nodes, in place, and adds the clip. A file without animation stays
 * unchanged.
 */
export function animate(root: Object3D, { nodes, matrices }: Keyframes): void {
  if (
    !nodes.some(({ position, rotation, scale }) =>
      [position, rotation, scale].some(({ length }) => length > 1),
    )
  ) {
    return;
  }
  const meshes = new Map(root.children.map((mesh) => [mesh.name, mesh]));
  const objects = new Map(nodes.map((node) => [node.id, placed(node)]));
  for (const node of nodes) {
    const object = objects.get(node.id);
    const mesh = meshes.get(node.name);
    if (object) {
      holderOf(node, nodes, objects, root).add(object);
    }
    if (object && mesh instanceof Mesh) {
      object.add(copyInPlace(mesh, node, matrices.get(node.name) ?? new Matrix4()));
    }
  }
  const moved = new Set(nodes.map(({ name }) => name));
  root.remove(...root.children.filter((child) => child instanceof Mesh && moved.has(child.name)));
  const tracks = nodes.flatMap((node) => tracksOf(node, objects.get(node.id)));
  root.animations = [new AnimationClip(CLIP, -1, tracks)];
}

/** A node with the values of the first key of each track. */
function placed({ name, position, rotation, scale }: KeyframeNode): Object3D {
  const object = new Object3D();
  object.name = name;
  object.position.copy(position[0]?.value ?? object.position);
  object.quaternion.copy(rotation[0]?.value ?? object.quaternion);
  object.scale.copy(scale[0]?.value ?? object.scale);
  return object;
}

/** Parent of a node, or the root if it is missing or the hierarchy is cyclic. */
function holderOf(
  node: KeyframeNode,
  nodes: readonly KeyframeNode[],
  objects: ReadonlyMap<number, Object3D>,
  root: Object3D,
): Object3D {
  const seen = new Set([node.id]);
  for (let at = node.parent; at !== -1; ) {
    if (seen.has(at)) {
      return root;
    }
    seen.add(at);
    at = nodes.find(({ id }) => id === at)?.parent ?? -1;
  }
  return objects.get(node.parent) ?? root;
}

/** Copies a mesh with its vertices in the node's space; the file stores them in world space. */
function copyInPlace(mesh: Mesh, { pivot }: KeyframeNode, matrix: Matrix4): Mesh {
  mesh.updateMatrix();
  const toNode = new Matrix4().makeTranslation(-pivot.x, -pivot.y, -pivot.z);
  if (matrix.determinant() !== 0) {
    toNode.multiply(matrix.clone().invert());
  }
  const copy = new Mesh(mesh.geometry.clone().applyMatrix4(toNode.multiply(mesh.matrix)), mesh.material);
  copy.name = mesh.name;
  return copy;
}

function tracksOf(
  { position, rotation, scale }: KeyframeNode,
  object: Object3D | undefined,
): KeyframeTrack[] {
  if (!object) {
    return [];
  }
  const vectors = (keys: Key<Vector3>[]) => keys.flatMap(({ value }) => value.toArray());
  const turns = (keys: Key<Quaternion>[]) => keys.flatMap(({ value }) => value.toArray());
  const [moves, rotations, scales] = [inOrder(position), inOrder(rotation), inOrder(scale)];
  return [
    ...(moves.length > 1
      ? [new VectorKeyframeTrack(`${object.uuid}.position`, times(moves), vectors(moves))]
      : []),
    ...(rotations.length > 1
      ? [new QuaternionKeyframeTrack(`${object.uuid}.quaternion`, times(rotations), turns(rotations))]
      : []),
    ...(scales.length > 1
      ? [new VectorKeyframeTrack(`${object.uuid}.scale`, times(scales), vectors(scales))]
      : []),
  ];
}

/** Drops keys that go back in time. */
function inOrder<Value>(keys: readonly Key<Value>[]): Key<Value>[] {
  let last = -1;
  return keys.filter(({ frame }) => {
    const isLater = frame > last;
    last = Math.max(last, frame);
    return isLater;
  });
}

function times(keys: readonly Key<unknown>[]): number[] {
  return keys.map(({ frame }) => frame / FRAMES_PER_SECOND);
}
