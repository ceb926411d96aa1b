import {
  InstancedMesh,
  type Intersection,
  Matrix3,
  Matrix4,
  Mesh,
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
 * Finds nodes on the screen. Its trees are built at the first pick after a change, so that editing costs nothing.
 */
export class ScenePicker {
  readonly #view: SceneView;
  readonly #trees = new WeakMap<object, MeshBVH>();
  #tree: ObjectBVH | null = null;
  #version = -1;

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
    if (this.#version === this.#view.version) {
      return this.#tree;
    }
    this.#version = this.#view.version;
    const meshes: Mesh[] = [];
    for (const object of this.#view.pickable) {
      object.updateWorldMatrix(true, true);
      object.traverse((mesh) => mesh instanceof Mesh && mesh.visible && meshes.push(mesh));
    }
    for (const mesh of meshes) {
      this.#growTree(mesh);
    }
    this.#tree = meshes.length > 0 ? new ObjectBVH(meshes) : null;
    return this.#tree;
  }

  #growTree(mesh: Mesh): void {
    const { geometry } = mesh;
    const position = geometry.getAttribute('position');
    const corners = geometry.index?.count ?? position.count;
    // A tree knows only the shape at rest; what bends is cast without one.
    const bends = mesh instanceof SkinnedMesh || geometry.morphAttributes.position !== undefined;
    if (geometry.boundsTree || bends || corners < TREE_FROM_TRIANGLES * 3) {
      return;
    }
    // Batches of one shape share its vertices, so they share its tree; indirect, for it must not reorder them.
    const tree = this.#trees.get(position) ?? new MeshBVH(geometry, { indirect: true });
    this.#trees.set(position, tree);
    geometry.boundsTree = tree;
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
