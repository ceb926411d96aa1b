import {
  type Box3,
  type Camera,
  InstancedMesh,
  type Intersection,
  Matrix3,
  Matrix4,
  Mesh,
  type Raycaster,
  Vector3,
} from 'three';
import { acceleratedRaycast, MeshBVH, ObjectBVH } from 'three-mesh-bvh';
import type { SceneView } from './scene-view.ts';

/** A point of a node's surface under a ray. Everything is in the scene's space, metres. */
export type Pick = { id: string; point: Vector3; normal: Vector3; distance: number };

/** A part of the screen in normalised device coordinates: −1 to 1, Y up. */
export type ScreenRect = { left: number; right: number; bottom: number; top: number };

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

  /** The nearest surface along a ray, null for none. */
  pick(raycaster: Raycaster): Pick | null {
    return this.#cast(raycaster, true)[0] ?? null;
  }

  /** All surfaces along a ray, the nearest first, each node once. */
  pickAll(raycaster: Raycaster): Pick[] {
    const seen = new Set<string>();
    return this.#cast(raycaster, false).filter(({ id }) => !seen.has(id) && seen.add(id));
  }

  /** The nodes whose middle lies inside a part of the screen, hidden ones left out. */
  pickWithin(camera: Camera, rect: ScreenRect): string[] {
    const { document } = this.#view;
    const middle = new Vector3();
    return Object.keys(document?.nodes ?? {}).filter((id) => {
      const box = this.#view.ownBoundsOf(id);
      return box !== null && isInside(box, camera, rect, middle);
    });
  }

  #cast(raycaster: Raycaster, firstHitOnly: boolean): Pick[] {
    const tree = this.#prepare();
    if (!tree) {
      return [];
    }
    raycaster.firstHitOnly = firstHitOnly;
    const hits = [tree.raycast(raycaster, [])].flat();
    return hits
      .filter((hit) => hit !== null)
      .sort((a, b) => a.distance - b.distance)
      .flatMap((hit) => {
        const id = this.#view.ownerOf(hit.object, hit.instanceId);
        const normal = sceneNormal(hit);
        return id === undefined || !normal ? [] : [{ id, point: hit.point, normal, distance: hit.distance }];
      });
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
    for (const { geometry } of meshes) {
      this.#growTree(geometry);
    }
    this.#tree = meshes.length > 0 ? new ObjectBVH(meshes) : null;
    return this.#tree;
  }

  #growTree(geometry: Mesh['geometry']): void {
    const position = geometry.getAttribute('position');
    const corners = geometry.index?.count ?? position.count;
    if (geometry.boundsTree || corners < TREE_FROM_TRIANGLES * 3 || geometry.morphAttributes.position) {
      return;
    }
    // Batches of one shape share its vertices, so they share its tree; indirect, for it must not reorder them.
    const tree = this.#trees.get(position) ?? new MeshBVH(geometry, { indirect: true });
    this.#trees.set(position, tree);
    geometry.boundsTree = tree;
  }
}

function isInside(box: Box3, camera: Camera, rect: ScreenRect, middle: Vector3): boolean {
  const { x, y, z } = box.getCenter(middle).project(camera);
  return z > -1 && z < 1 && x >= rect.left && x <= rect.right && y >= rect.bottom && y <= rect.top;
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
