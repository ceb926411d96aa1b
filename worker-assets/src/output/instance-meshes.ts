import { type Document, type Mesh, Node, Primitive } from '@gltf-transform/core';
import { instance } from '@gltf-transform/functions';

const MIN_INSTANCES = 5;
const { TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN } = Primitive.Mode;
const SOLID: ReadonlySet<number | undefined> = new Set([TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN]);

/**
 * Replaces five or more nodes with the same mesh by GPU instances, in place. Skips lines and points, which
 * cannot be instanced, and individual poses: meshes with morph targets and documents with skins. Nodes with a text
 * alternative stay too.
 */
export async function instanceMeshes(document: Document): Promise<void> {
  const root = document.getRoot();
  if (root.listSkins().length > 0) {
    return;
  }
  const apart = root.listMeshes().filter((mesh) => !mesh.listPrimitives().every(hasInstances));
  const described = root.listNodes().filter((node) => 'description' in node.getExtras());
  const withheld = [...apart.flatMap(nodesOf), ...described].map(withhold);
  await document.transform(instance({ min: MIN_INSTANCES }));
  for (const giveBack of withheld) {
    giveBack();
  }
}

function hasInstances(primitive: Primitive): boolean {
  return SOLID.has(primitive.getMode()) && primitive.listTargets().length === 0;
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
