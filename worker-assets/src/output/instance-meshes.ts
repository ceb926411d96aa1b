import {
  type Document,
  MathUtils,
  type Mesh,
  Node,
  Primitive,
  type vec3,
  type vec4,
} from '@gltf-transform/core';
import { instance } from '@gltf-transform/functions';

const MIN_INSTANCES = 5;
/** Largest difference of a matrix that counts as rounding, relative to the scale. */
const SHEAR = 1e-5;
const { TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } = Primitive.Mode;
const SOLID: ReadonlySet<number | undefined> = new Set([TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN]);

/**
 * Replaces five or more nodes with the same mesh by GPU instances, in place. Skips lines and points, which
 * cannot be instanced, and individual poses: meshes with morph targets and documents with skins. Nodes with a text
 * alternative stay too, and those that are sheared, as an instance has a rotation and a scale only.
 */
export async function instanceMeshes(document: Document): Promise<void> {
  const root = document.getRoot();
  if (root.listSkins().length > 0) {
    return;
  }
  const apart = root.listMeshes().filter((mesh) => !mesh.listPrimitives().every(hasInstances));
  const single = root.listNodes().filter((node) => 'description' in node.getExtras() || isSheared(node));
  const withheld = [...apart.flatMap(nodesOf), ...single].map(withhold);
  await document.transform(instance({ min: MIN_INSTANCES }));
  for (const giveBack of withheld) {
    giveBack();
  }
}

function hasInstances(primitive: Primitive): boolean {
  return SOLID.has(primitive.getMode()) && primitive.listTargets().length === 0;
}

/** Whether a node with a mesh has another place in the scene than its rotation and scale there describe. */
function isSheared(node: Node): boolean {
  if (!node.getMesh()) {
    return false;
  }
  const world = node.getWorldMatrix();
  const [translation, rotation, scale]: [vec3, vec4, vec3] = [
    [0, 0, 0],
    [0, 0, 0, 1],
    [1, 1, 1],
  ];
  MathUtils.decompose(world, translation, rotation, scale);
  const composed = MathUtils.compose(translation, rotation, scale, [...world]);
  const largest = Math.max(...scale.map(Math.abs));
  return world.some((value, i) => Math.abs(value - (composed[i] ?? 0)) > largest * SHEAR && i < 12);
}

function nodesOf(mesh: Mesh): Node[] {
  return mesh.listParents().filter((parent) => parent instanceof Node);
}

/**
 * Gives a node a temporary copy of its mesh, so that it becomes no instance.
 * @returns function that undoes it.
 */
function withhold(node: Node): () => void {
  const mesh = node.getMesh();
  const copy = mesh?.clone() ?? null;
  node.setMesh(copy);
  return () => {
    node.setMesh(mesh);
    copy?.dispose();
  };
}
