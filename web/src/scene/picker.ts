import {
  InstancedMesh,
  type Intersection,
  Matrix3,
  Matrix4,
  Mesh,
  type Object3D,
  type Raycaster,
  SkinnedMesh,
  type Vector3,
} from 'three';
import { acceleratedRaycast, MeshBVH, ObjectBVH } from 'three-mesh-bvh';
import type { SceneView } from './scene-view.ts';

/** A point of a node's surface under a ray. Everything is in the scene's space, metres. */
export type Pick = { id: string; point: Vector3; normal: Vector3; distance: number };

/** Geometries with more triangles than this get a tree of their own; for smaller ones it would not pay. */
const TREE_FROM_TRIANGLES = 1_000;

/**
 * Finds nodes on the screen. Its trees are brought up to date at the first pick after a change, so that editing costs
 * nothing: fitted anew around what has only moved, built anew when something comes or goes.
 */
export class ScenePicker {
  readonly #view: SceneView;
  #tree: ObjectBVH | null = null;
  #version = -1;
  #revision = -1;

  constructor(view: SceneView) {
    this.#view = view;
    // three-mesh-bvh is used by way of the prototype; meshes without a tree are cast as before.
    Mesh.prototype.raycast = acceleratedRaycast;
  }

  /** All surfaces along a ray, the nearest first, each node once. */
  pickAll(raycaster: Raycaster): Pick[] {
    const tree = this.#prepare();
    if (!tree) {
      return [];
    }
    const seen = new Set<string>();
    return tree
      .raycast(raycaster, [])
      .sort((a, b) => a.distance - b.distance)
      .flatMap((hit) => {
        const id = this.#view.ownerOf(hit.object, hit.instanceId);
        const normal = sceneNormal(hit);
        return id === undefined || !normal ? [] : [{ id, point: hit.point, normal, distance: hit.distance }];
      })
      .filter(({ id }) => !seen.has(id) && seen.add(id));
  }

  #prepare(): ObjectBVH | null {
    const { version, shapeRevision, pickable } = this.#view;
    if (this.#version === version) {
      return this.#tree;
    }
    this.#version = version;
    for (const object of pickable) {
      object.updateWorldMatrix(true, true);
    }
    if (this.#revision === shapeRevision) {
      this.#tree?.refit();
    } else {
      this.#revision = shapeRevision;
      this.#tree = this.#build(pickable);
    }
    return this.#tree;
  }

  #build(pickable: readonly Object3D[]): ObjectBVH | null {
    const meshes: Mesh[] = [];
    for (const object of pickable) {
      object.traverse((mesh) => mesh instanceof Mesh && mesh.visible && meshes.push(mesh));
    }
    for (const mesh of meshes) {
      this.#growTree(mesh);
    }
    return meshes.length > 0 ? new ObjectBVH(meshes) : null;
  }

  #growTree(mesh: Mesh): void {
    // A batch's geometry goes with the batch and only names the shape's buffers: the tree is the shape's own.
    const shape = this.#view.shapeOf(mesh);
    const corners = shape.index?.count ?? shape.getAttribute('position').count;
    // A tree knows only the shape at rest; what bends is cast without one.
    const bends = mesh instanceof SkinnedMesh || shape.morphAttributes.position !== undefined;
    if (bends || corners < TREE_FROM_TRIANGLES * 3) {
      return;
    }
    // Indirect, for the shape's corners must not be put into another order.
    shape.boundsTree ??= new MeshBVH(shape, { indirect: true });
    mesh.geometry.boundsTree = shape.boundsTree;
  }
}

const matrix = new Matrix4();
const normalMatrix = new Matrix3();

function sceneNormal({ object, instanceId, face }: Intersection): Vector3 | null {
  if (!face) {
    return null;
  }
  matrix.identity();
  if (object instanceof InstancedMesh && instanceId !== undefined) {
    object.getMatrixAt(instanceId, matrix);
  }
  matrix.premultiply(object.matrixWorld);
  return face.normal.clone().applyNormalMatrix(normalMatrix.getNormalMatrix(matrix));
}
