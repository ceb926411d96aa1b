import type { Document, Node } from '@gltf-transform/core';
import { Box3, Color, Matrix4, Vector3, Vector4 } from 'three';
import { clipNames } from '../output/gltf/animation-clips.ts';
import { measure } from '../output/measure.ts';

/** What the product needs to know of a model without opening it. */
export type ModelDescription = {
  triangles: number;
  /** Of the model at rest, in metres. */
  bounds: { min: [number, number, number]; max: [number, number, number] };
  animations: { name: string; seconds: number }[];
  /** Names of the materials, by which scenes replace them. */
  slots: string[];
  /** Base colours of the slots as `#rrggbb`. */
  colors: string[];
};

/** Describes a document; skinned meshes are measured where their joints put them. */
export function describeModel(document: Document): ModelDescription {
  const root = document.getRoot();
  const materials = root.listMaterials();
  const names = clipNames(root.listAnimations());
  const box = new Box3();
  for (const node of root.listNodes()) {
    addBounds(box, node);
  }
  return {
    triangles: measure(document).triangles,
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
    slots: materials.map((material) => material.getName()),
    colors: materials.map((material) => {
      const [r, g, b] = material.getBaseColorFactor();
      return `#${new Color(r, g, b).getHexString()}`;
    }),
  };
}

function addBounds(box: Box3, node: Node): void {
  const mesh = node.getMesh();
  if (!mesh) {
    return;
  }
  const joints = jointMatrices(node);
  const world = new Matrix4().fromArray(node.getWorldMatrix());
  const point = new Vector3();
  for (const primitive of mesh.listPrimitives()) {
    const positions = primitive.getAttribute('POSITION');
    const indices = primitive.getAttribute('JOINTS_0');
    const weights = primitive.getAttribute('WEIGHTS_0');
    const skinned = joints && indices && weights;
    for (let i = 0; i < (positions?.getCount() ?? 0); i += 1) {
      point.fromArray(positions?.getElement(i, []) ?? [0, 0, 0]);
      box.expandByPoint(
        skinned
          ? skin(point, joints, indices.getElement(i, []), weights.getElement(i, []))
          : point.applyMatrix4(world),
      );
    }
  }
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
