import type { Offset } from '@diorama/shared/domain/far-offset.ts';
import type { Document, Node, Primitive } from '@gltf-transform/core';
import type { InstancedMesh } from '@gltf-transform/extensions';
import { Box3, Color, Matrix4, Quaternion, Vector3, Vector4 } from 'three';
import { clipNames } from '../output/gltf/animation-clips.ts';
import { listVariants } from '../output/gltf/variants.ts';
import { measure, primitivesIn, shownNodes } from '../output/measure.ts';

/** Properties of a model that the product needs without opening the file. */
export type ModelDescription = {
  triangles: number;
  textures: number;
  /** Bounding box at rest, with the default morph weights, in metres. */
  bounds: { min: [number, number, number]; max: [number, number, number] };
  animations: { name: string; seconds: number }[];
  /** Names of the materials, which scenes use as material slots. */
  slots: string[];
  /** Names of the material variants. */
  variants: string[];
  /** Base colours of the slots as `#rrggbb`. */
  colors: string[];
  /** Offset subtracted from a model at map coordinates, in metres with Y up. */
  offset?: Offset;
};

/** Above this number of drawn vertices, instances included, the bounds use the boxes of instances. */
export const MAX_EXACT_POINTS = 4_000_000;

/** Describes a document. Skinned meshes are measured in their bind pose. */
export function describeModel(document: Document): ModelDescription {
  const root = document.getRoot();
  const worn = new Set(primitivesIn(document).map((primitive) => primitive.getMaterial()));
  // Materials of variants alone are no slots.
  const materials = root.listMaterials().filter((material) => worn.has(material));
  const names = clipNames(root.listAnimations());
  const box = new Box3();
  const isExact = countPoints(document) <= MAX_EXACT_POINTS;
  for (const node of shownNodes(document)) {
    addBounds(box, node, isExact);
  }
  const { triangles, textures } = measure(document);
  return {
    triangles,
    textures,
    bounds: box.isEmpty()
      ? { min: [0, 0, 0], max: [0, 0, 0] }
      : { min: box.min.toArray(), max: box.max.toArray() },
    animations: root.listAnimations().map((animation, i) => ({
      name: names[i] ?? '',
      seconds: Math.max(
        0,
        ...animation.listSamplers().map((sampler) => sampler.getInput()?.getMax([])[0] ?? 0),
      ),
    })),
    variants: listVariants(document).map((variant) => variant.getName()),
    slots: materials.map((material) => material.getName()),
    colors: materials.map((material) => {
      const [r, g, b] = material.getBaseColorFactor();
      return `#${new Color(r, g, b).getHexString()}`;
    }),
  };
}

/** Number of drawn vertices, instances included. */
export function countPoints(document: Document): number {
  let count = 0;
  for (const node of shownNodes(document)) {
    const parts = node.getMesh()?.listPrimitives() ?? [];
    const points = parts.reduce((sum, part) => sum + (part.getAttribute('POSITION')?.getCount() ?? 0), 0);
    count += points * (instancesOf(node)?.listAttributes()[0]?.getCount() ?? 1);
  }
  return count;
}

function addBounds(box: Box3, node: Node, isExact: boolean): void {
  const mesh = node.getMesh();
  if (!mesh) {
    return;
  }
  const shares = node.getWeights().length > 0 ? node.getWeights() : mesh.getWeights();
  const world = new Matrix4().fromArray(node.getWorldMatrix());
  const copies = instanceMatrices(node)?.map((copy) => copy.premultiply(world)) ?? [world];
  const joints = jointMatrices(node);
  const point = new Vector3();
  const own = new Box3();
  for (const primitive of mesh.listPrimitives()) {
    const indices = primitive.getAttribute('JOINTS_0');
    const weights = primitive.getAttribute('WEIGHTS_0');
    const skinned = joints && indices && weights;
    eachVertex(primitive, shares, (place, i) => {
      if (skinned) {
        box.expandByPoint(skin(place, joints, indices.getElement(i, []), weights.getElement(i, [])));
      } else if (isExact || copies.length === 1) {
        for (const copy of copies) {
          box.expandByPoint(point.copy(place).applyMatrix4(copy));
        }
      } else {
        own.expandByPoint(place);
      }
    });
  }
  if (!own.isEmpty()) {
    for (const copy of copies) {
      box.union(own.clone().applyMatrix4(copy));
    }
  }
}

/** Visits the rest positions of the vertices that a primitive draws; unused vertices are skipped. */
function eachVertex(
  primitive: Primitive,
  shares: readonly number[],
  visit: (place: Vector3, index: number) => void,
): void {
  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const isDrawn = new Uint8Array(count).fill(primitive.getIndices() ? 0 : 1);
  for (const index of primitive.getIndices()?.getArray() ?? []) {
    isDrawn[index] = 1;
  }
  const place = restPlaces(primitive, shares);
  const point = new Vector3();
  for (let i = 0; i < count; i += 1) {
    if (isDrawn[i]) {
      visit(place(i, point), i);
    }
  }
}

function instancesOf(node: Node): InstancedMesh | null {
  return node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
}

/** Matrices of a node's mesh instances, or `null` without instancing. */
export function instanceMatrices(node: Node): Matrix4[] | null {
  const instances = instancesOf(node);
  if (!instances) {
    return null;
  }
  const read = (semantic: string, fallback: number[]) => {
    const attribute = instances.getAttribute(semantic);
    return (i: number) => attribute?.getElement(i, []) ?? fallback;
  };
  const [position, rotation, scale] = [
    read('TRANSLATION', [0, 0, 0]),
    read('ROTATION', [0, 0, 0, 1]),
    read('SCALE', [1, 1, 1]),
  ];
  const count = instances.listAttributes()[0]?.getCount() ?? 0;
  return Array.from({ length: count }, (_, i) =>
    new Matrix4().compose(
      new Vector3().fromArray(position(i)),
      new Quaternion().fromArray(rotation(i)).normalize(),
      new Vector3().fromArray(scale(i)),
    ),
  );
}

/** Returns a reader of the rest position of a vertex, with the default weights of its morph targets. */
function restPlaces(primitive: Primitive, shares: readonly number[]): (i: number, place: Vector3) => Vector3 {
  const positions = primitive.getAttribute('POSITION');
  const pushes = primitive.listTargets().flatMap((target, at) => {
    const [offsets, share = 0] = [target.getAttribute('POSITION'), shares[at]];
    return offsets && share !== 0 ? [{ offsets, share }] : [];
  });
  const offset = new Vector3();
  return (i, place) => {
    place.fromArray(positions?.getElement(i, []) ?? [0, 0, 0]);
    for (const { offsets, share } of pushes) {
      place.addScaledVector(offset.fromArray(offsets.getElement(i, [])), share);
    }
    return place;
  };
}

function jointMatrices(node: Node): Matrix4[] | null {
  const nodeSkin = node.getSkin();
  if (!nodeSkin) {
    return null;
  }
  const inverse = nodeSkin.getInverseBindMatrices();
  return nodeSkin.listJoints().map((joint, i) => {
    const bind = inverse ? new Matrix4().fromArray(inverse.getElement(i, [])) : new Matrix4();
    return bind.premultiply(new Matrix4().fromArray(joint.getWorldMatrix()));
  });
}

function skin(point: Vector3, matrices: readonly Matrix4[], joints: number[], weights: number[]): Vector3 {
  const result = new Vector3();
  joints.forEach((joint, i) => {
    const weight = weights[i] ?? 0;
    const matrix = matrices[joint];
    if (matrix && weight > 0) {
      const moved = new Vector4(point.x, point.y, point.z, 1).applyMatrix4(matrix);
      result.add(new Vector3(moved.x, moved.y, moved.z).multiplyScalar(weight));
    }
  });
  return result;
}
