import { placedBy } from '@diorama/shared/scene/nodes/kinds.ts';
import {
  InstancedMesh,
  type Intersection,
  Matrix3,
  Matrix4,
  Mesh,
  type Object3D,
  type Raycaster,
  SkinnedMesh,
  Vector3,
} from 'three';
import { acceleratedRaycast, MeshBVH, ObjectBVH } from 'three-mesh-bvh';
import type { DrawnPart } from './instance-pool.ts';
import type { SceneView } from './scene-view.ts';
import { type SurfaceSpot, spotIn } from './surface-spot.ts';

/** A point of a node's surface under a ray. Everything is in the scene's space, metres. */
export type Hit = DrawnPart & {
  point: Vector3;
  normal: Vector3;
  distance: number;
  /** The corners of the triangle that was met. */
  triangle: readonly [Vector3, Vector3, Vector3];
  /** Where on its mesh it is, for one that bends, moves by itself or is placed by another node; null for others. */
  spot: SurfaceSpot | null;
};

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
  #settled = -1;
  #revision = -1;

  constructor(view: SceneView) {
    this.#view = view;
    // three-mesh-bvh is used by way of the prototype; meshes without a tree are cast as before.
    Mesh.prototype.raycast = acceleratedRaycast;
  }

  /**
   * All surfaces along a ray, the nearest first, each node once. `without` are those that are on the move and passed by,
   * so that the trees need not follow them.
   */
  pickAll(raycaster: Raycaster, without?: ReadonlySet<string>): Hit[] {
    const tree = this.#prepare(without !== undefined);
    if (!tree) {
      return [];
    }
    const seen = new Set<string>();
    return tree
      .raycast(raycaster, [])
      .sort((a, b) => a.distance - b.distance)
      .flatMap((hit) => {
        if (!isDrawn(hit.object)) {
          return [];
        }
        const what = this.#view.nodes.whatIs(hit.object, hit.instanceId, hit.face?.materialIndex);
        const met = what && !without?.has(what.id) ? faceOf(hit) : null;
        const { point, distance } = hit;
        return what && met
          ? [{ ...what, ...met, point, distance, spot: this.#spotOf(what, hit, met.triangle) }]
          : [];
      })
      .filter(({ id }) => !seen.has(id) && seen.add(id));
  }

  #spotOf(
    { id, slot }: DrawnPart,
    { object, faceIndex, point }: Intersection,
    triangle: Hit['triangle'],
  ): SurfaceSpot | null {
    const { nodes, document } = this.#view;
    const copy = nodes.copyOf(id);
    const node = document?.nodes[id];
    const isHosted = node !== undefined && placedBy(node.kind) === 'host';
    const mesh =
      copy && object instanceof Mesh
        ? copy.meshes.indexOf(object)
        : isHosted
          ? nodes.meshesOf(id).parts.findIndex((one) => one.slot === slot)
          : -1;
    return mesh < 0 || typeof faceIndex !== 'number'
      ? null
      : spotIn(triangle, point, { mesh, index: faceIndex });
  }

  #prepare(isPastPreviews: boolean): ObjectBVH | null {
    const { version, settledVersion } = this.#view;
    const { shapeRevision } = this.#view.nodes;
    if (isPastPreviews ? this.#settled === settledVersion : this.#version === version) {
      return this.#tree;
    }
    this.#version = version;
    this.#settled = settledVersion;
    const { pickable } = this.#view.nodes;
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
    const shape = this.#view.nodes.shapeOf(mesh);
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

/** Whether an object is drawn: shown, it and all that it is in. A copy of a file is hidden as a whole. */
function isDrawn(object: Object3D): boolean {
  return object.visible && (object.parent === null || isDrawn(object.parent));
}

const matrix = new Matrix4();
const normalMatrix = new Matrix3();

/** Which way a surface looks where a ray met it, and the triangle there; null for what has no faces. */
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
    // A mesh knows how its corners are bent, an instance has only those of its shape.
    return object instanceof InstancedMesh
      ? at.fromBufferAttribute(object.geometry.getAttribute('position'), index).applyMatrix4(matrix)
      : object.getVertexPosition(index, at).applyMatrix4(matrix);
  };
  return {
    normal: face.normal.clone().applyNormalMatrix(normalMatrix.getNormalMatrix(matrix)),
    triangle: [corner(face.a), corner(face.b), corner(face.c)],
  };
}
