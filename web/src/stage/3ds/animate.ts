import { importMessage } from '@diorama/shared/domain/import-message.ts';
import {
  AnimationClip,
  type BufferGeometry,
  type KeyframeTrack,
  Matrix4,
  Mesh,
  Object3D,
  type Quaternion,
  QuaternionKeyframeTrack,
  type Vector3,
  VectorKeyframeTrack,
} from 'three';
import { RefusedError } from '../refused-error.ts';
import type { Key } from './chunks.ts';
import type { KeyframeNode, Keyframes } from './read-keyframes.ts';

/** Frame rate of 3D Studio. */
const FRAMES_PER_SECOND = 30;
const CLIP = 'Animation';

/** Most nodes. A small file can contain many more references. */
const MOST_NODES = 100_000;

/**
 * Attaches the meshes of a 3DS file to their animated nodes, in place, and adds the clip. In a file without motion,
 * nodes place only meshes with several copies. All others keep the positions of their vertices.
 * @throws {@link RefusedError} for more copies than can be drawn.
 */
export function animate(root: Object3D, { nodes, matrices }: Keyframes): void {
  if (nodes.length > MOST_NODES) {
    throw new RefusedError(importMessage('limit.copies'));
  }
  const isMoving = nodes.some(({ position, rotation, scale }) =>
    [position, rotation, scale].some(({ length }) => length > 1),
  );
  const meshes = new Map(root.children.map((mesh) => [mesh.name, mesh]));
  const uses = Map.groupBy(nodes, ({ name }) => name);
  const isPlaced = ({ name }: KeyframeNode) =>
    meshes.get(name) instanceof Mesh && (isMoving || (uses.get(name)?.length ?? 0) > 1);
  if (!nodes.some(isPlaced) && !isMoving) {
    return;
  }
  const objects = new Map(nodes.map((node) => [node.id, placed(node)]));
  const geometries = new Map<string, BufferGeometry>();
  for (const node of nodes) {
    const object = objects.get(node.id);
    const mesh = meshes.get(node.name);
    if (object) {
      holderOf(node, nodes, objects, root).add(object);
    }
    if (object && mesh instanceof Mesh && isPlaced(node)) {
      object.add(copyInPlace(mesh, node, { matrix: matrices.get(node.name) ?? new Matrix4(), geometries }));
    }
  }
  const moved = new Set(nodes.filter(isPlaced).map(({ name }) => name));
  root.remove(...root.children.filter((child) => child instanceof Mesh && moved.has(child.name)));
  const tracks = isMoving ? nodes.flatMap((node) => tracksOf(node, objects.get(node.id))) : [];
  root.animations = isMoving ? [new AnimationClip(CLIP, -1, tracks)] : [];
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

/** The mesh with its vertices in the node's own space, as they were written where it stood; copies share them. */
function copyInPlace(
  mesh: Mesh,
  { pivot }: KeyframeNode,
  { matrix, geometries }: { matrix: Matrix4; geometries: Map<string, BufferGeometry> },
): Mesh {
  const key = `${mesh.id} ${pivot.toArray().join(' ')}`;
  const known = geometries.get(key);
  if (!known) {
    mesh.updateMatrix();
    const toNode = new Matrix4().makeTranslation(-pivot.x, -pivot.y, -pivot.z);
    if (matrix.determinant() !== 0) {
      toNode.multiply(matrix.clone().invert());
    }
    geometries.set(key, mesh.geometry.clone().applyMatrix4(toNode.multiply(mesh.matrix)));
  }
  const copy = new Mesh(geometries.get(key), mesh.material);
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
