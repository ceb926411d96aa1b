import { placedBy } from '@diorama/shared/scene/nodes/kinds.ts';
import {
  InstancedMesh,
  type Intersection,
  Matrix3,
  Matrix4,
  Mesh,
  type Object3D,
  type Ray,
  Raycaster,
  SkinnedMesh,
  Vector3,
} from 'three';
import { acceleratedRaycast, MeshBVH, ObjectBVH } from 'three-mesh-bvh';
import type { RenderedPart } from './instance-pool.ts';
import type { SceneView } from './scene-view.ts';
import { type SurfacePoint, surfacePointIn } from './surface-point.ts';

/** Intersection of a ray with a node's surface, in world space, in metres. */
export type Hit = RenderedPart & {
  point: Vector3;
  normal: Vector3;
  distance: number;
  /** Corners of the hit triangle. */
  triangle: readonly [Vector3, Vector3, Vector3];
  /** Spot on a mesh that is skinned, animated or placed by another node; null for others. */
  spot: SurfacePoint | null;
};

/** Number of triangles above which a geometry gets a BVH; for smaller ones it would cost more than it saves. */
const TREE_FROM_TRIANGLES = 1_000;

/**
 * Finds nodes on the screen. Its BVHs are updated at the first pick after a change, so that edits cost nothing:
 * refitted after moves, rebuilt after additions or removals.
 */
export class ScenePicker {
  readonly #view: SceneView;
  readonly #raycaster = new Raycaster();
  #tree: ObjectBVH | null = null;
  #version = -1;
  #settled = -1;
  #revision = -1;

  constructor(view: SceneView) {
    this.#view = view;
    // three-mesh-bvh replaces the prototype's method; meshes without a BVH use the original one.
    Mesh.prototype.raycast = acceleratedRaycast;
  }

  /** Nearest surface along a ray, within `far` metres. */
  pick(ray: Ray, far = Number.POSITIVE_INFINITY): Hit | undefined {
    return this.pickAll(ray, undefined, far)[0];
  }

  /**
   * All surfaces along a ray, the nearest first, one per node.
   * @param without - excluded nodes, such as dragged ones, so that the BVHs need no update for them
   */
  pickAll(ray: Ray, without?: ReadonlySet<string>, far = Number.POSITIVE_INFINITY): Hit[] {
    const tree = this.#prepare(without !== undefined);
    if (!tree) {
      return [];
    }
    const seen = new Set<string>();
    this.#raycaster.ray.copy(ray);
    this.#raycaster.far = far;
    return tree
      .raycast(this.#raycaster, [])
      .sort((a, b) => a.distance - b.distance)
      .flatMap((hit) => {
        if (!isDrawn(hit.object)) {
          return [];
        }
        const what = this.#view.nodes.drawn.whatIs(hit.object, hit.instanceId, hit.face?.materialIndex);
        const met = what && !without?.has(what.id) ? faceOf(hit) : null;
        const { point, distance } = hit;
        return what && met
          ? [{ ...what, ...met, point, distance, spot: this.#spotOf(what, hit, met.triangle) }]
          : [];
      })
      .filter(({ id }) => !seen.has(id) && seen.add(id));
  }

  #spotOf(
    { id, slot }: RenderedPart,
    { object, faceIndex, point }: Intersection,
    triangle: Hit['triangle'],
  ): SurfacePoint | null {
    const { nodes, shown } = this.#view;
    const copy = nodes.drawn.copyOf(id);
    const node = shown?.nodes[id];
    const isHosted = node !== undefined && placedBy(node.kind) === 'host';
    const mesh =
      copy && object instanceof Mesh
        ? copy.meshes.indexOf(object)
        : isHosted
          ? nodes.drawn.meshesOf(id).findIndex((one) => one.slot === slot)
          : -1;
    return mesh < 0 || typeof faceIndex !== 'number'
      ? null
      : surfacePointIn(triangle, point, { mesh, index: faceIndex });
  }

  #prepare(isPastPreviews: boolean): ObjectBVH | null {
    const { version, settledVersion } = this.#view;
    if (isPastPreviews ? this.#settled === settledVersion : this.#version === version) {
      return this.#tree;
    }
    this.#version = version;
    this.#settled = settledVersion;
    const { revision, objects } = this.#view.nodes.drawn;
    for (const object of objects) {
      object.updateWorldMatrix(true, true);
    }
    if (this.#revision === revision) {
      this.#tree?.refit();
    } else {
      this.#revision = revision;
      this.#tree = this.#build(objects);
    }
    return this.#tree;
  }

  #build(objects: readonly Object3D[]): ObjectBVH | null {
    const meshes: Mesh[] = [];
    for (const object of objects) {
      object.traverse((mesh) => mesh instanceof Mesh && mesh.visible && meshes.push(mesh));
    }
    for (const mesh of meshes) {
      this.#growTree(mesh);
    }
    return meshes.length > 0 ? new ObjectBVH(meshes) : null;
  }

  #growTree(mesh: Mesh): void {
    // A batch's geometry is temporary and shares the shape's buffers, so the shape owns the BVH.
    const shape = this.#view.nodes.drawn.shapeOf(mesh);
    const corners = shape.index?.count ?? shape.getAttribute('position').count;
    // A BVH covers only the rest pose; deformed meshes are raycast without one.
    const bends = mesh instanceof SkinnedMesh || shape.morphAttributes.position !== undefined;
    if (bends || corners < TREE_FROM_TRIANGLES * 3) {
      return;
    }
    // Indirect, because the index order of the shape must not change.
    shape.boundsTree ??= new MeshBVH(shape, { indirect: true });
    mesh.geometry.boundsTree = shape.boundsTree;
  }
}

/** Whether an object and all its ancestors are visible. A copy of a file is hidden as a whole. */
function isDrawn(object: Object3D): boolean {
  return object.visible && (object.parent === null || isDrawn(object.parent));
}

const matrix = new Matrix4();
const normalMatrix = new Matrix3();

/** Normal and triangle at an intersection; null for objects without faces. */
function faceOf({ object, instanceId, face }: Intersection): Pick<Hit, 'normal' | 'triangle'> | null {
  if (!face || !(object instanceof Mesh)) {
    return null;
  }
  matrix.identity();
  if (object instanceof InstancedMesh && instanceId !== undefined) {
    object.getMatrixAt(instanceId, matrix);
  }
  matrix.premultiply(object.matrixWorld);
  const corner = (index: number) => {
    const at = new Vector3();
    // A mesh computes its deformed vertices; an instance has only those of its shape.
    return object instanceof InstancedMesh
      ? at.fromBufferAttribute(object.geometry.getAttribute('position'), index).applyMatrix4(matrix)
      : object.getVertexPosition(index, at).applyMatrix4(matrix);
  };
  return {
    normal: face.normal.clone().applyNormalMatrix(normalMatrix.getNormalMatrix(matrix)),
    triangle: [corner(face.a), corner(face.b), corner(face.c)],
  };
}
