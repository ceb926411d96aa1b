import { moveToOrigin, type Offset } from '@diorama/shared/domain/far-offset.ts';
import { type Object3D, Vector3 } from 'three';
import { type FbxGraph, linksOf, objectsOf, propertyOf } from './fbx-graph.ts';
import { childOf } from './fbx-node.ts';

const TURNS = ['GeometricRotation', 'GeometricScaling'];

/** Offsets of models whose vertices were moved, by the id of the model. */
type ModelOffsets = ReadonlyMap<number, Offset>;

/**
 * Moves the vertices of geometries at map coordinates to the origin, in place, before three.js' loader rounds them to
 * 32 bits. Deformed geometries, and those of animated models or models with a geometric rotation, stay.
 */
export function moveFarGeometries(graph: FbxGraph): ModelOffsets {
  const links = linksOf(graph);
  const models = objectsOf(graph, 'Model');
  const geometries = objectsOf(graph, 'Geometry');
  const curves = objectsOf(graph, 'AnimationCurveNode');
  const animated = new Set(links.filter(({ from }) => curves.has(from)).map(({ to }) => to));
  const deformed = new Set(links.filter(({ to }) => geometries.has(to)).map(({ to }) => to));
  const offsets = new Map<number, Offset>();
  for (const [id, geometry] of geometries) {
    const users = links.filter(({ from, to }) => from === id && models.has(to)).map(({ to }) => to);
    const isBound = users.some((user) => {
      const model = models.get(user);
      return animated.has(user) || (model && TURNS.some((name) => propertyOf(model, name) !== null));
    });
    const vertices = childOf(geometry, 'Vertices')?.values[0];
    const isMovable =
      users.length > 0 && !deformed.has(id) && !isBound && (vertices?.kind === 'd' || vertices?.kind === 'i');
    const offset = isMovable ? moveToOrigin(vertices.values) : null;
    for (const user of offset ? users : []) {
      offsets.set(user, offset ?? [0, 0, 0]);
    }
  }
  return offsets;
}

/** Moves models with changed vertices back, but not their children. */
export function placeFarModels(root: Object3D, offsets: ModelOffsets): void {
  root.traverse((object) => {
    // The loader adds the id of the model.
    const offset = 'ID' in object && typeof object.ID === 'number' ? offsets.get(object.ID) : undefined;
    if (offset) {
      for (const child of object.children) {
        child.position.sub(new Vector3(...offset));
      }
      const moved = new Vector3(...offset).multiply(object.scale).applyQuaternion(object.quaternion);
      object.position.add(moved);
    }
  });
}
